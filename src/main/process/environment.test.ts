import { describe, expect, it } from 'vitest'
import { userEnvironment } from './environment'

const clean = (env: Record<string, string>) => userEnvironment(env, '/opt/crewdeck')

describe('userEnvironment', () => {
  it('keeps what is the operator\'s, keys and NODE_OPTIONS included', () => {
    const env = { HOME: '/home/a', SHELL: '/bin/zsh', OPENAI_API_KEY: 'k', NODE_OPTIONS: '--max-old-space-size=4096', ELECTRON_MIRROR: 'm' }
    expect(clean(env)).toEqual(env)
  })

  it('drops our own variables, secrets and foreign markers included', () => {
    expect(clean({ CREWDECK_TOKEN: 'secret', CREWDECK_HOST: 'x.y', CREWDECK_TASK: 't', HOME: '/h' })).toEqual({ HOME: '/h' })
  })

  it('drops what npm has set for our start, and only when npm has started us', () => {
    const env = { npm_config_registry: 'r', npm_lifecycle_script: 's', npm_package_name: 'n', INIT_CWD: '/i', HOME: '/h' }
    expect(clean(env)).toEqual({ ...env })
    const byNpm = { ...env, npm_execpath: '/npm', npm_lifecycle_event: 'start', npm_node_execpath: '/n/node', NODE: '/n/node' }
    expect(clean(byNpm)).toEqual({ HOME: '/h' })
  })

  it('takes our own tools out of PATH and leaves the rest in order', () => {
    const path = '/opt/crewdeck/node_modules/.bin:/a/node_modules/.bin:/usr/bin:/opt/crewdeck/node_modules/.bin/x::/bin'
    expect(clean({ PATH: path })).toEqual({ PATH: '/a/node_modules/.bin:/usr/bin::/bin' })
    const npm = { npm_execpath: '/npm', PATH: '/usr/lib/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin:/bin' }
    expect(clean(npm)).toEqual({ PATH: '/bin' })
  })

  it('drops Electron\'s switches and gives the desktop its name back', () => {
    const env = { ELECTRON_RUN_AS_NODE: '1', ELECTRON_RENDERER_URL: 'u', CHROME_DESKTOP: 'c.desktop', XDG_CURRENT_DESKTOP: 'Unity' }
    expect(clean({ ...env, ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME' })).toEqual({ XDG_CURRENT_DESKTOP: 'GNOME' })
  })

  it('finds the folder of our own package', () => {
    const own = `${process.cwd()}/node_modules/.bin`
    expect(userEnvironment({ PATH: `${own}:/bin` })).toEqual({ PATH: '/bin' })
  })
})
