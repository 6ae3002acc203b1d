import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from '#support/runner/root.ts'
import { readConfig } from './config.ts'
import { edgeEnvironment, edgeNotices } from './edge-environment.ts'
import { EDGE_OPTIONS, fillEdgeDoc, type EdgeMode } from './edge-options.ts'
import { ALL_SETTINGS, SETTINGS } from './settings.ts'

const DOC = path.join(root, 'docs/from-edge.md')
const FILE = { UPSTREAM_URL: 'https://unleash.example.com' }
const configOf = (env: Record<string, string>, mode: EdgeMode = 'edge') =>
  readConfig({}, edgeEnvironment({ HOME: '/home/ann', ...env }, mode))
const noticesOf = (env: Record<string, string>, mode?: EdgeMode) =>
  edgeNotices(env, mode).map(({ option, level }) => `${option} ${level}`)

describe('the options of Edge', () => {
  it('are the table of docs/from-edge.md (UPDATE_CONFIGURATION=1 writes it)', () => {
    const text = readFileSync(DOC, 'utf8')
    const filled = fillEdgeDoc(text)
    if (process.env['UPDATE_CONFIGURATION'] === '1') writeFileSync(DOC, filled)
    else expect(text).toBe(filled)
  })

  it('have a setting, a reason, or something to do instead', () => {
    const names = EDGE_OPTIONS.flatMap((option) => option.names)
    expect(new Set(names).size).toBe(names.length)
    for (const { names: own, setting, note, instead } of EDGE_OPTIONS)
      expect(setting ?? note ?? instead, own.join()).toBeDefined()
  })

  it('are variables of their settings, but those that `halyard edge` translates', () => {
    for (const { names, setting, isOfServer } of EDGE_OPTIONS)
      for (const name of names) {
        const owners = ALL_SETTINGS.filter(({ node }) => node.variables.includes(name)).map(({ key }) => key)
        expect(owners, name).toEqual(setting === undefined || isOfServer ? [] : [setting])
      }
  })

  it.each<[Record<string, string>, Partial<ReturnType<typeof configOf>>]>([
    [{}, { port: 3063, host: '0.0.0.0', allowedHosts: ['*'], serverMetrics: 'all', trustedProxies: [] }],
    [
      { PORT: '3064', INTERFACE: '127.0.0.1' },
      { port: 3064, host: '127.0.0.1' },
    ],
    // what a compose file says counts before what an image does
    [
      { PORT: '3064', HALYARD_PORT: '1', HALYARD_HOST: '::' },
      { port: 3064, host: '::' },
    ],
    [{ BASE_PATH: '/flags/' }, { baseUriPath: '/flags' }],
    [
      { BACKUP_FOLDER: '/edge/backup', HALYARD_DATA_DIR: '/tmp/halyard' },
      { dataDir: path.resolve('/edge/backup') },
    ],
    [{ TRUST_PROXY: 'true' }, { trustedProxies: ['0.0.0.0/0', '::/0'] }],
    [
      { TRUST_PROXY: 'true', PROXY_TRUSTED_SERVERS: '10.0.0.0/8, ::1' },
      { trustedProxies: ['10.0.0.0/8', '::1'] },
    ],
    [{ PROXY_TRUSTED_SERVERS: '10.0.0.0/8' }, { trustedProxies: [] }],
    [
      { ALLOW_LIST: '10.0.0.0/8', DENY_LIST: '10.1.0.1' },
      { allowedClients: ['10.0.0.0/8'], deniedClients: ['10.1.0.1'] },
    ],
    [
      { CORS_ORIGIN: 'https://a.example,https://b.example' },
      {
        frontendApiOrigins: ['https://a.example', 'https://b.example'],
      },
    ],
    [
      { APP_NAME: 'berlin', INSTANCE_ID: 'b-1', AWS_REGION: 'eu-central-1' },
      { upstreamAppName: 'berlin', upstreamInstanceId: 'b-1', upstreamRegion: 'eu-central-1' },
    ],
    [{ TOKEN_HEADER: 'X-Token' }, { authHeader: 'x-token' }],
    [{ EDGE_AUTH_HEADER: 'X-Edge' }, { authHeader: 'x-edge' }],
    [{ DISABLE_METRICS_ENDPOINT: 'true' }, { serverMetrics: 'off' }],
    [{ RUST_LOG: 'warn,unleash_edge=trace' }, { logLevel: 'debug' }],
    [{ RUST_LOG: 'off' }, { logLevel: 'silent' }],
    [{ RUST_LOG: 'debug', LOG_LEVEL: 'WARN' }, { logLevel: 'warn' }],
    [
      { CUSTOM_CLIENT_HEADERS: 'X-Api-Key: a, X-Other:b', UPSTREAM_REQUEST_TIMEOUT: '5' },
      {
        upstreamHeaders: [
          ['x-api-key', 'a'],
          ['x-other', 'b'],
        ],
        upstreamTimeoutSeconds: 5,
      },
    ],
  ])('%j of `halyard edge` are settings', (env, settings) => {
    expect(configOf({ ...FILE, ...env })).toMatchObject(settings)
  })

  it('have a folder of their own by default', () => {
    expect(configOf(FILE).dataDir).toMatch(/-edge$/)
    expect(configOf({}, 'offline').dataDir).toMatch(/-offline$/)
  })

  it('of the other mode do not count', () => {
    expect(configOf({ ...FILE, BOOTSTRAP_FILE: '/x.json' })).not.toHaveProperty('offlineFile')
    expect(configOf({ ...FILE, BOOTSTRAP_FILE: '/x.json' }, 'offline')).not.toHaveProperty('upstreamUrl')
  })

  it('of the offline mode are tokens of both names, a file and an interval', () => {
    const env = { ...FILE, BOOTSTRAP_FILE: 'f.json', TOKENS: 'a,b', CLIENT_TOKENS: 'c', RELOAD_INTERVAL: '0' }
    expect(configOf({ ...env, FRONTEND_TOKENS: 'd' }, 'offline')).toMatchObject({
      offlineFile: 'f.json',
      upstreamTokens: ['a', 'b', 'c'],
      offlineFrontendTokens: ['d'],
      offlineReloadSeconds: 0,
    })
  })

  it.each([
    ['no header', 'CUSTOM_CLIENT_HEADERS', 'secret-without-a-name'],
    ['a header of the connection', 'CUSTOM_CLIENT_HEADERS', 'Host: elsewhere'],
    ['a line break in a header', 'CUSTOM_CLIENT_HEADERS', 'X-A: a\r\nX-B: b'],
    ['no range', 'DENY_LIST', '10.0.0.0/40'],
    ['no number', 'UPSTREAM_REQUEST_TIMEOUT', 'soon'],
  ])('are refused with the setting, and without the value of a secret: %s', (_what, name, value) => {
    const setting = EDGE_OPTIONS.find(({ names }) => names.includes(name))?.setting ?? ''
    expect(() => configOf({ ...FILE, [name]: value })).toThrow(setting)
    expect(() => configOf({ ...FILE, [name]: value })).not.toThrow(/secret-without|elsewhere/)
  })
})

describe('the notices of options of Edge', () => {
  it('name each that is not honoured, and none that is', () => {
    for (const { names, mode, isSwitch, setting, instead } of EDGE_OPTIONS)
      for (const name of names) {
        const env = { TRUST_PROXY: 'true', [name]: isSwitch ? 'true' : 'info' }
        const notices = edgeNotices(env, mode ?? 'edge').filter(({ option }) => option === name)
        expect(
          notices.map(({ level }) => level),
          name,
        ).toEqual(setting === undefined ? [instead === undefined ? 'info' : 'warn'] : [])
      }
  })

  it('say nothing of a switch that is off, and of variables that are for other programs', () => {
    expect(noticesOf({ TLS_ENABLE: 'false', SKIP_SSL_VERIFICATION: '0', REDIS_URL: '' }, 'edge')).toEqual([])
    expect(noticesOf({ PORT: '3000', REDIS_URL: 'redis://other', TLS_ENABLE: 'true' })).toEqual([])
  })

  it('name what another mode or command reads', () => {
    expect(noticesOf({ BOOTSTRAP_FILE: 'f', CLIENT_TOKENS: 't' }, 'edge')).toEqual([
      'BOOTSTRAP_FILE warn',
      'CLIENT_TOKENS warn',
    ])
    expect(noticesOf({ ...FILE, BOOTSTRAP_FILE: 'f' }, 'offline')).toEqual(['UPSTREAM_URL warn'])
    expect(noticesOf({ ...FILE, BOOTSTRAP_FILE: 'f', PORT: '3000' })).toEqual([
      'PORT warn',
      'BOOTSTRAP_FILE warn',
    ])
    expect(edgeNotices({ ...FILE, PORT: '3000' }, undefined)[0]?.text).toContain(SETTINGS.port.variables[0])
    expect(noticesOf({ PROXY_TRUSTED_SERVERS: '10.0.0.0/8' }, 'edge')).toEqual(['PROXY_TRUSTED_SERVERS warn'])
    expect(noticesOf({ RUST_LOG: 'unleash_edge' }, 'edge')).toEqual(['RUST_LOG warn'])
  })
})
