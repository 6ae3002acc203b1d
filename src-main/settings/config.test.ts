import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { DEFAULT_LIMITS } from '#kernel/limits.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { ConfigError, defaultDataDir, readConfig } from './config.ts'
import { commandName, findFreePort, findPortOwner, listeningInode } from '#main/cli/port-owner.ts'
import type { Flags } from './flags.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const settings = (values: unknown, file = 'settings.json') => {
  const at = path.join(temp.folder, file)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, typeof values === 'string' ? values : JSON.stringify(values))
  return at
}
const read = (flags: Flags = {}, env: Record<string, string> = {}) =>
  readConfig({ dataDir: temp.folder, ...flags }, env)

describe('the configuration', () => {
  it('has defaults for every setting', () => {
    expect(read()).toMatchObject({
      port: 4242,
      host: '127.0.0.1',
      logLevel: 'info',
      dataDir: temp.folder,
      adminUsername: 'admin',
      limits: { featureFlags: 5000 },
    })
  })

  it('reads each limit from the environment, then from the file, then from the defaults', () => {
    settings({ limits: { featureFlags: 10, segments: 20 } })
    const env = { UNLEASH_SEGMENTS_LIMIT: '30' }
    expect(read({}, env).limits).toEqual({ ...DEFAULT_LIMITS, featureFlags: 10, segments: 30 })
  })

  it('rejects limits in the file that are not an object, also where the environment sets limits', () => {
    settings({ limits: 'none' })
    expect(() => read()).toThrow(/limits/)
    expect(() => read({}, { UNLEASH_SEGMENTS_LIMIT: '30' })).toThrow(/limits/)
  })

  it('prefers the command line to the environment, the environment to the file, and the file to the default', () => {
    settings({ port: 1, host: 'file', logLevel: 'error' })
    const env = { HALYARD_PORT: '2', HALYARD_HOST: 'env' }
    expect(read({ port: '3' }, env)).toMatchObject({ port: 3, host: 'env', logLevel: 'error' })
  })

  it.each([
    [{ HALYARD_PORT: 'auto' }, { port: 'auto' }],
    [{ HALYARD_PORT: '' }, { port: 4242 }],
    [{ INIT_ADMIN_API_TOKENS: '*:*.a, *:*.b,' }, { initAdminApiTokens: ['*:*.a', '*:*.b'] }],
    [
      { INIT_CLIENT_API_TOKENS: 'default:development.a' },
      { initBackendApiTokens: ['default:development.a'] },
    ],
    [{ UNLEASH_FRONTEND_API_ORIGINS: 'https://a.example' }, { frontendApiOrigins: ['https://a.example'] }],
    [{ UNLEASH_DEFAULT_ADMIN_PASSWORD: 'x' }, { adminPassword: 'x' }],
    [{ UNLEASH_CONSTRAINTS_LIMIT: '7' }, { limits: { constraints: 7 } }],
    [{ HALYARD_CONTRACT: '5' }, { contract: '5.12.0', listeners: [] }],
    [
      { HALYARD_CONTRACT: '5.6', HALYARD_STRICT: '6' },
      { contract: '5.6.0', strict: '6.10.1' },
    ],
    [
      { HALYARD_LISTENERS: '4243=5, 4244 = 8' },
      {
        listeners: [
          { port: 4243, contract: '5.12.0', strict: null },
          { port: 4244, contract: '8.2.0', strict: null },
        ],
      },
    ],
  ])('%j', (env, expected) => {
    expect(read({}, env as Record<string, string>)).toMatchObject(expected)
  })

  it('knows the source of each setting', () => {
    settings({ logLevel: 'error', limits: { segments: 20, featureFlags: 10 } })
    const env = { HALYARD_HOST: 'env', UNLEASH_SEGMENTS_LIMIT: '30' }
    const { settingSources } = read({ port: '3' }, env)
    const sourceOf = (key: string) => settingSources.get(key)
    expect(
      ['port', 'host', 'logLevel', 'limits.segments', 'limits.featureFlags', 'plan'].map(sourceOf),
    ).toEqual(['flags', 'environment', 'file', 'environment', 'file', 'none'])
  })

  it('resolves a relative data folder in a settings file against the folder of that file', () => {
    const file = settings({ dataDir: 'data' }, 'elsewhere/mine.json')
    const expected = path.join(temp.folder, 'elsewhere/data')
    expect(readConfig({ settings: file }, {}).dataDir).toBe(expected)
    expect(readConfig({}, { HALYARD_SETTINGS: file }).dataDir).toBe(expected)
    expect(readConfig({ settings: file }, { HALYARD_DATA_DIR: '/env' }).dataDir).toBe(path.resolve('/env'))
    expect(readConfig({ settings: file, dataDir: '/flag' }, {}).dataDir).toBe(path.resolve('/flag'))
  })

  it.each([
    ['WARN', 'warn'],
    ['fatal', 'error'],
    ['trace', 'debug'],
  ])('reads LOG_LEVEL=%s, as other programs have it, as %s', (said, level) => {
    expect(read({}, { LOG_LEVEL: said }).logLevel).toBe(level)
    expect(read({}, { LOG_LEVEL: said, HALYARD_LOG_LEVEL: 'info' }).logLevel).toBe('info')
  })

  it.each<[Flags, Record<string, string>, string]>([
    [{ port: 'many' }, {}, 'port: must be a number from 0 to 65535, or "auto" (from flags)'],
    [{ port: '70000' }, {}, 'port: must be a number from 0 to 65535, or "auto" (from flags)'],
    [{}, { HALYARD_LOG_LEVEL: 'loud' }, '(from environment)'],
    [{}, { HALYARD_BASE_URL: 'not a url' }, 'baseUrl'],
    [{}, { UNLEASH_FEATURE_FLAGS_LIMIT: 'lots' }, 'limits.featureFlags: must be a number (from environment)'],
    [{ contract: '9' }, {}, 'contract: must be a version from 3 to 8, such as 6 or 6.9 (from flags)'],
    [{ listeners: ['high=6'] }, {}, 'listeners.0.port: must be a number from 1 to 65535 (from flags)'],
    [{ listeners: ['4243'] }, {}, 'listeners.0.contract: must be a version from 3 to 8'],
    [{}, { HALYARD_LISTENERS: '4243=2' }, 'listeners.0.contract: must be a version from 3 to 8'],
    [{ settings: '/nowhere.json' }, {}, 'The settings file /nowhere.json cannot be read'],
  ])('%j %j: %s', (flags, env, message) => {
    expect(() => read(flags, env)).toThrow(ConfigError)
    expect(() => read(flags, env)).toThrow(message)
  })

  it('reads further ports from a settings file', () => {
    settings({ listeners: [{ port: 4243, contract: '6', strict: 7 }, '4244=5.6'] })
    expect(read().listeners).toEqual([
      { port: 4243, contract: '6.10.1', strict: '7.6.5' },
      { port: 4244, contract: '5.6.0', strict: null },
    ])
  })

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'must hold an object'],
    ['{"prot": 1}', 'There is no setting named prot.'],
    ['{"port": "x"}', 'settings.json)'],
  ])('a settings file of %s: %s', (text, message) => {
    settings(text)
    expect(() => read()).toThrow(message)
  })
})

describe('the default data folder', () => {
  it.each([
    ['linux', {}, /\.local\/share\/halyard$/],
    ['linux', { XDG_DATA_HOME: '/xdg' }, /^\/xdg\/halyard$/],
    ['darwin', {}, /Library\/Application Support\/Halyard$/],
    ['win32', { APPDATA: '/roaming' }, /Halyard$/],
  ] as const)('on %s with %j', (platform, env, expected) => {
    expect(defaultDataDir(env, platform)).toMatch(expected)
  })
})

describe('the owner of a port', () => {
  it('is found among the listening sockets', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1092 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1',
      '   1: 0100007F:1093 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 222 1',
    ].join('\n')
    expect(listeningInode(table, 4242)).toBe('111')
    expect(listeningInode(table, 4243)).toBeUndefined()
  })

  it.each([
    ['/usr/bin/node\0/app/server.js\0--port\0', 'node server.js'],
    ['/usr/sbin/nginx\0-g\0', 'nginx'],
    ['', ''],
  ])('is named by its command line %j', (commandLine, name) => {
    expect(commandName(commandLine)).toBe(name)
  })

  it('is unknown for a port on which nothing listens', async () => {
    const port = (await findFreePort(20_000, '127.0.0.1')) ?? 0
    expect(await findPortOwner(port)).toBeUndefined()
    expect(await findPortOwner(port, 'darwin')).toBeUndefined()
    expect(await findPortOwner(port, 'win32')).toBeUndefined()
  })
})
