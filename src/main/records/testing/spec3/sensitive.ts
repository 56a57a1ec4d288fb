/** What may be told, and what may not. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { WITHHELD } from '../../../../shared/records'
import type { Suite } from '../suite'

const SECRET = 'hunter2-hunter2'
const call = (more: object = {}) => ({ kind: 'tool', seq: 1, at: 1, toolId: 't', toolName: 'bash', input: { command: 'ls' }, ...more })
const patch = (more: object = {}) => ({ kind: 'tool_patch', seq: 2, at: 2, toolId: 't', toolPhase: 'completed', summary: 'told', ...more })

export function sensitive({ sentence }: Suite): void {
  sentence(43, 'New records project sensitive inputs and results by the tools’ declarations', async (world) => {
    const input = { command: `API_TOKEN=${SECRET} deploy --password ${SECRET} && make`, headers: { Authorization: `Bearer ${SECRET}` }, retries: 3 }
    await world.called('w1', { name: 'bash', arguments: JSON.stringify(input), text: `DB_PASSWORD=${SECRET}\nbuilt` })
    await world.called('w2', { name: 'read', arguments: '{"path":".env"}', text: `plain ${SECRET}` })
    await world.called('w3', { name: 'get_secret', arguments: `{"which":"${SECRET}"}`, text: SECRET })
    world.crew.worker('shell', `API_TOKEN=${SECRET} make`, 'shell')
    const turn = await world.crew.plain.turnOf('shell')
    turn.reply(`password: ${SECRET}`)
    await world.end('shell', turn)
    for (const id of ['w1', 'w2', 'w3', 'shell']) expect(world.written(id)).not.toContain(SECRET)
    expect(await world.listed('shell')).toMatchObject({ task: `API_TOKEN=${WITHHELD} make`, summary: `password: ${WITHHELD}` })
    expect(await world.entries('w1')).toMatchObject([
      {}, {},
      { input: { command: `API_TOKEN=${WITHHELD} deploy --password ${WITHHELD} && make`, headers: { Authorization: WITHHELD }, retries: 3 } },
      { summary: `DB_PASSWORD=${WITHHELD}\nbuilt` }
    ])
    expect((await world.entries('w2')).slice(2)).toMatchObject([{ input: { path: '.env' } }, { summary: WITHHELD }])
    expect((await world.entries('w3')).slice(2)).toMatchObject([{ input: WITHHELD }, { summary: WITHHELD }])
  })

  sentence(44, 'Old records are projected by the declarations of now when they are read', async (world) => {
    world.place('old', [
      call({ input: { command: `curl -H "Authorization: Bearer ${SECRET}" https://x.example`, token: SECRET } }),
      patch({ summary: `{"access_token":"${SECRET}","count":2}` }),
      call({ toolId: 'k', toolName: 'read_file', input: { path: '/home/ada/.ssh/id_ed25519' } }),
      patch({ toolId: 'k', summary: SECRET })
    ])
    const { text } = await world.ask(`/api/runs/${world.runId}/workers/old/transcript`)
    expect(text).not.toContain(SECRET)
    expect(text).toContain('https://x.example')
    expect(text).toContain(String.raw`\"count\":2`)
  })

  sentence(45, 'Sensitive progress text is withheld from early entries', async (world) => {
    world.place('w', [
      call({ toolName: 'read_credentials', summary: `so far: ${SECRET}`, toolPhase: 'executing' }),
      patch({ toolPhase: 'executing', summary: SECRET })
    ])
    const found = await world.entries('w')
    expect(JSON.stringify(found)).not.toContain(SECRET)
    for (const entry of found) expect(entry).not.toHaveProperty('summary')
  })

  sentence(46, 'Terminal results may be placeholders while failure facts remain: withholding a summary keeps isError', async (world) => {
    await world.called('w1', { name: 'get_password', arguments: '{}', text: `cannot read ${SECRET}`, isError: true })
    expect((await world.entries('w1')).at(-1)).toMatchObject({ kind: 'tool_patch', toolPhase: 'failed', isError: true, summary: WITHHELD })
    world.place('w', [call({ toolName: 'get_password' }), patch({ toolPhase: 'failed', isError: true, summary: SECRET })])
    expect((await world.entries('w'))[1]).toMatchObject({ toolPhase: 'failed', isError: true, summary: WITHHELD })
  })

  sentence(47, 'Missing call identity causes conservative withholding', async (world) => {
    world.place('w', [patch({ input: { command: SECRET }, summary: SECRET, isError: true })])
    expect(await world.entries('w')).toEqual([
      { kind: 'tool_patch', seq: 2, at: 2, toolId: 't', toolPhase: 'completed', input: WITHHELD, summary: WITHHELD, isError: true }
    ])
  })

  sentence(48, 'Conflicting call identity causes conservative withholding, on whatever page the conflict stands', async (world) => {
    world.place('w', [call(), patch({ summary: SECRET }), call({ seq: 3, toolName: 'read', input: { path: 'a.md' } })])
    expect((await world.page('w', '?offset=1&limit=1')).entries).toMatchObject([{ summary: WITHHELD }])
    await world.called('w1', { name: 'bash', arguments: '{"command":"ls"}', text: SECRET, resultName: 'get_secret' })
    expect(world.written('w1')).not.toContain(SECRET)
  })

  sentence(49, 'A record cannot grant itself an exemption', async (world) => {
    const wishes = { sensitive: false, exempt: true, declaration: { hidesResult: false }, toolName: 'bash' }
    world.place('w', [call({ ...wishes, toolName: 'get_secret', input: { of: SECRET } }), patch({ ...wishes, summary: SECRET }), patch({ ...wishes, toolId: 'u', summary: SECRET })])
    expect((await world.ask(`/api/runs/${world.runId}/workers/w/transcript`)).text).not.toContain(SECRET)
  })

  sentence(50, 'Extra replay attributes and external-result references are outside the public fields', async (world) => {
    world.place('w', [call({ replay: { signature: SECRET }, resultRef: `file:///${SECRET}` }), { ...patch(), providerMetadata: SECRET }])
    const { text } = await world.ask(`/api/runs/${world.runId}/workers/w/transcript`)
    expect(text).not.toContain(SECRET)
    await world.ended('w1')
    for (const entry of await world.entries('w1')) expect(entry).not.toHaveProperty('src')
  })

  sentence(51, 'Typed embedded image, audio and binary payloads are removed', async (world) => {
    const bytes = 'QUJD'.repeat(200)
    const input = {
      parts: [
        { type: 'image', mimeType: 'image/png', data: bytes },
        { type: 'input_audio', data: bytes },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } },
        { type: 'Buffer', data: [1, 2, 3] }
      ]
    }
    await world.called('w1', { name: 'show', arguments: JSON.stringify(input), text: `shown data:image/png;base64,${bytes}` })
    expect(world.written('w1')).not.toContain(bytes)
    expect(world.written('w1')).not.toContain('[1,2,3]')
    expect((await world.entries('w1'))[2]).toMatchObject({ input: { parts: [{ type: 'image', mimeType: 'image/png' }, {}, {}, {}, {}] } })
  })

  sentence(52, 'Ordinary JSON, plain strings and URL or dc-media:// references remain', async (world) => {
    const input = { list: [1, true, null, { a: 'b' }], text: 'plain', image: { type: 'image', url: 'https://x.example/a.png', data: 'dc-media://1/2' } }
    await world.called('w1', { name: 'show', arguments: JSON.stringify(input), text: 'see dc-media://1/2 and https://x.example/a.png' })
    expect((await world.entries('w1')).slice(2)).toMatchObject([{ input }, { summary: 'see dc-media://1/2 and https://x.example/a.png' }])
  })

  sentence(53, 'Existing files are not rewritten in place', async (world) => {
    world.place('w', [call({ input: { token: SECRET } }), 'no entry', patch({ summary: `PASSWORD=${SECRET}` })])
    const before = readFileSync(world.file('w'))
    await world.page('w')
    await world.restart()
    await world.page('w')
    expect(readFileSync(world.file('w')).equals(before)).toBe(true)
  })
}
