/** What a record tells, kind by kind. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { TranscriptFold } from '../../../../shared/records-fold'
import type { Suite } from '../suite'

export function entries({ sentence }: Suite): void {
  sentence(33, 'route tells the public fields of the effective routing decision', async (world) => {
    await world.ended('w1')
    expect((await world.entries('w1'))[0]).toEqual({
      kind: 'route', seq: 0, at: world.crew.now, turn: 1, routeDecision: { engine: 'pi', model: 'test/model' }
    })
    world.place('old', [{ kind: 'route', seq: 0, at: 1, routeDecision: { engine: 'pi', apiKey: 'k', endpoint: 'https://inner.example' } }])
    expect((await world.entries('old'))[0]).toEqual({ kind: 'route', seq: 0, at: 1, routeDecision: { engine: 'pi' } })
  })

  sentence(34, 'prompt, text and thinking tell input, aggregated text and process', async (world) => {
    world.crew.worker('w1', 'find the bug')
    const turn = await world.turn('w1')
    turn.sink.step(1)
    turn.sink.assistant({ id: 'm1', text: 'I looked.\nIt is in line 3.', thinking: 'where may it be' })
    await world.settled()
    const [, prompt, thinking, text, ...rest] = await world.entries('w1')
    expect(prompt).toMatchObject({ kind: 'prompt', text: 'find the bug', messageId: 'w1-task', from: 'user' })
    expect(thinking).toMatchObject({ kind: 'thinking', text: 'where may it be', messageId: 'm1' })
    expect(text).toMatchObject({ kind: 'text', text: 'I looked.\nIt is in line 3.', messageId: 'm1' })
    expect(rest).toEqual([])
  })

  sentence(35, 'tool is an initially recorded call, and tool_patch a later fact of the same toolId', async (world) => {
    await world.called('w1', { name: 'bash', arguments: '{"command":"ls"}', text: 'a\nb' })
    const [call, patch] = (await world.entries('w1')).slice(2)
    expect(call).toMatchObject({ kind: 'tool', toolName: 'bash', toolPhase: 'requested', input: { command: 'ls' } })
    expect(patch).toMatchObject({ kind: 'tool_patch', toolPhase: 'completed', isError: false, summary: 'a\nb' })
    expect(patch).toMatchObject({ toolId: call?.kind === 'tool' ? call.toolId : '' })
  })

  sentence(36, 'Later fields win, and a call keeps its context across pages', async (world) => {
    world.place('w', [
      { kind: 'tool', seq: 1, at: 1, toolId: 't', toolName: 'bash', toolPhase: 'requested', input: { command: 'ls' } },
      { kind: 'tool_patch', seq: 2, at: 2, toolId: 't', toolPhase: 'executing', input: { command: 'ls -l' } },
      { kind: 'tool_patch', seq: 3, at: 3, toolId: 't', toolPhase: 'failed', isError: true },
      { kind: 'tool_patch', seq: 4, at: 4, toolId: 't', summary: 'no such folder' }
    ])
    const fold = new TranscriptFold()
    for (let offset = 0; offset < 4; offset++) fold.add((await world.page('w', `?offset=${offset}&limit=1`)).entries)
    expect(fold.items).toEqual([
      {
        kind: 'call', toolId: 't', toolName: 'bash', phase: 'failed', input: { command: 'ls -l' }, summary: 'no such folder',
        isError: true, turn: null, seq: 1, at: 1, since: 2, patchedAt: 4
      }
    ])
  })

  sentence(37, 'artifact is a validated reference, and grants no access to the file', async (world) => {
    writeFileSync(join(world.crew.folder, 'made.txt'), 'content of the file')
    await world.called('w1', { name: 'write', arguments: '{"path":"made.txt"}', text: 'ok' }, [
      { path: 'made.txt', how: 'created', added: 1, removed: 0 },
      { path: 'bad\u0000name', how: 'created', added: 1, removed: 0 }
    ])
    const found = (await world.entries('w1')).filter(({ kind }) => kind === 'artifact')
    expect(found).toMatchObject([{ kind: 'artifact', path: 'made.txt', how: 'created' }])
    for (const path of ['/made.txt', '/api/made.txt', `/api/runs/${world.runId}/workers/w1/made.txt`]) {
      const answer = await world.ask(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).not.toContain('content of the file')
    }
  })

  sentence(38, 'toolPhase is separate from the worker’s status', async (world) => {
    const turn = await world.called('w1', { name: 'bash', arguments: '{"command":"false"}', text: 'exit 1', isError: true })
    turn.sink.toolCall({ callId: 'c2', name: 'bash', arguments: '{"command":"sleep 9"}' })
    await world.end('w1', turn)
    const page = await world.page('w1')
    expect(page.status).toBe('completed')
    expect(page.entries.flatMap((entry) => (entry.kind === 'tool_patch' ? [entry.toolPhase] : []))).toEqual(['failed', 'interrupted'])
  })

  sentence(39, 'end tells the facts of the close', async (world) => {
    await world.ended('w1', { kind: 'error', error: { code: 'X', message: 'the model is gone' } })
    expect((await world.entries('w1')).at(-1)).toEqual({
      kind: 'end', seq: 3, at: world.crew.now, turn: 1, status: 'failed', error: 'the model is gone'
    })
  })

  sentence(40, 'truncated: true means that recording reached its entry cap; later content, except closing facts, is not recorded', async (world) => {
    world.crew.worker('w1')
    const turn = await world.turn('w1')
    turn.sink.step(1)
    for (const text of ['one', 'two', 'three']) turn.reply(text)
    await world.end('w1', turn)
    const page = await world.page('w1')
    expect(page.entries.map(({ kind }) => kind)).toEqual(['route', 'prompt', 'text', 'truncated', 'end'])
    expect(page.entries[3]).toMatchObject({ cap: 'entries' })
    expect(page).toMatchObject({ truncated: true, total: 5 })
    expect(await world.listed('w1')).toMatchObject({ truncated: true, entryCount: 5 })
    world.crew.send('w1', 'more', 'queue')
    await world.end('w1', await world.turn('w1', 2))
    expect((await world.entries('w1')).map(({ kind }) => kind)).toEqual(['route', 'prompt', 'text', 'truncated', 'end', 'end'])
  }, { maxEntries: 3 })

  sentence(41, 'The same holds for the byte cap', async (world) => {
    await world.ended('w1', { kind: 'completed' }, 'x'.repeat(2_000))
    const page = await world.page('w1')
    expect(page.entries.map(({ kind }) => kind)).toEqual(['route', 'prompt', 'truncated', 'end'])
    expect(page).toMatchObject({ truncated: true, status: 'completed' })
    expect(page.entries[2]).toMatchObject({ cap: 'bytes' })
  }, { maxBytes: 1_500 })

  sentence(42, 'truncated neither means another page nor that the worker ended', async (world) => {
    world.crew.worker('w1')
    const turn = await world.turn('w1')
    turn.sink.step(1)
    for (const text of ['one', 'two']) turn.reply(text)
    await world.settled()
    const page = await world.page('w1')
    expect(page).toMatchObject({ truncated: true, status: 'running' })
    expect(page.entries).toHaveLength(page.total)
  }, { maxEntries: 2 })
}
