import { describe, expect, it } from 'vitest'
import { parseServeArgs } from './cli'
import { defaultDataFolder } from './data-folder'

const parse = (...args: string[]) => parseServeArgs(args, { cwd: '/home/ada', data: '/home/ada/.config/Crewdeck/data' })

describe('the command line of the served host', () => {
  it('has a default for everything', () => {
    expect(parse()).toEqual({
      kind: 'run',
      options: {
        project: null,
        data: '/home/ada/.config/Crewdeck/data',
        host: '127.0.0.1',
        port: null,
        json: false,
        open: false
      }
    })
  })

  it('takes folders from where it is run', () => {
    const parsed = parse('--project', 'work', '--data=../data', '--port', '8080', '--host', '::1', '--json')
    expect(parsed).toMatchObject({
      kind: 'run',
      options: { project: '/home/ada/work', data: '/home/data', port: 8080, host: '::1', json: true }
    })
  })

  it.each([
    [['--bogus'], /--bogus/],
    [['stray'], /stray/],
    [['--port'], /--port/],
    [['--port', 'http'], /0 to 65535, not "http"/],
    [['--port', '65536'], /0 to 65535/],
    [['--port=-1'], /0 to 65535/],
    [['--json=yes'], /--json/],
    [['--host', 'example.com'], /IP address/],
    [['--host', ''], /IP address/],
    [['--project', ' '], /--project takes a folder/],
    [['--data', ''], /--data takes a folder/]
  ])('answers %j with one clear line', (args, line) => {
    const parsed = parse(...args)
    expect(parsed).toEqual({ kind: 'wrong', line: expect.stringMatching(line) })
    expect(parsed.kind === 'wrong' && parsed.line).not.toContain('\n')
  })
})

describe('the default data folder', () => {
  it.each([
    ['linux', {}, '/home/ada/.config/Crewdeck/data'],
    ['linux', { XDG_CONFIG_HOME: '/config/ada' }, '/config/ada/Crewdeck/data'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/Crewdeck/data'],
    ['linux', { CREWDECK_DATA: '/data' }, '/data'],
    ['darwin', {}, '/home/ada/Library/Application Support/Crewdeck/data']
  ] as const)('on %s with %j', (platform, env, expected) => {
    expect(defaultDataFolder(platform, env, '/home/ada')).toBe(expected)
  })
})
