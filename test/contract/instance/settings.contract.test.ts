import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { ALL_SETTINGS } from '#settings/settings.ts'
import type { AppError } from '#kernel/app-error.ts'
import { getInstanceSettings, setInstanceSettings } from '#shared/instance/contract/settings.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PASSWORD = 'settings-secret-1'
let app: TestBackend
let file: string

beforeAll(async () => {
  app = await startBackend({
    env: {
      EMAIL_PASSWORD: PASSWORD,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
      MAX_PARALLEL_SESSIONS: '7',
    },
    users: [{ username: 'vi', roles: ['Viewer'] }],
  })
  file = (await app.call(getInstanceSettings)).body.file
})
afterAll(() => app.stop())
beforeEach(() => rmSync(file, { force: true, recursive: true }))

const set = (settings: Record<string, string | null>) => app.call(setInstanceSettings, { body: { settings } })
const settingOf = async (key: string) => {
  const { settings } = (await app.call(getInstanceSettings)).body
  return settings.find((one) => one.key === key)
}
const inFile = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

describe('the settings of a Halyard', () => {
  it('are listed with their value, their source and their meaning', async () => {
    const { status, body } = await app.call(getInstanceSettings)
    expect(status).toBe(200)
    expect(body.settings.map(({ key }) => key)).toEqual(ALL_SETTINGS.map(({ key }) => key))
    expect(body.settings.every(({ title, default: usual }) => title !== '' && usual !== '')).toBe(true)
    expect(await settingOf('maxParallelSessions')).toMatchObject({ value: '7', source: 'environment' })
    expect(await settingOf('limits.segments')).toMatchObject({ value: '300', source: 'none', stored: null })
  })

  it('are shown without their secrets', async () => {
    const { text, body } = await app.call(getInstanceSettings)
    expect(text).not.toContain(PASSWORD)
    // the initial token of the test
    expect(text).not.toContain('admin-secret')
    for (const one of body.settings.filter(({ isSecret }) => isSecret))
      expect(one).toMatchObject({ value: null, stored: null, input: null })
  })

  it('are changed in the settings file, for the next start', async () => {
    const answer = await set({ 'limits.segments': '200', logLevel: 'warn' })
    expect(answer.status).toBe(200)
    expect(inFile()).toEqual({ limits: { segments: 200 }, logLevel: 'warn' })
    expect(await settingOf('limits.segments')).toMatchObject({
      value: '300',
      stored: '200',
      needsRestart: true,
    })
    const next = readConfig({ settings: file, dataDir: path.dirname(file) }, {})
    expect(next).toMatchObject({ limits: { segments: 200 }, logLevel: 'warn' })

    await set({ 'limits.segments': null })
    expect(inFile()).toEqual({ limits: {}, logLevel: 'warn' })
    expect(await settingOf('limits.segments')).toMatchObject({ stored: null, needsRestart: false })
    // the former file is kept
    expect(readdirSync(path.dirname(file)).some((name) => name.startsWith('settings.json.before-'))).toBe(
      true,
    )
    const [event] = await readEventLog(app, { type: 'IS:instance-settings-updated' })
    expect(event).toMatchObject({ data: { 'limits.segments': null }, preData: { 'limits.segments': '200' } })
  })

  it('that a file has and nobody names stay there', async () => {
    writeFileSync(
      file,
      JSON.stringify({ host: '127.0.0.1', emailPassword: PASSWORD, limits: { projects: 7 } }),
    )
    await set({ 'limits.segments': '9' })
    expect(inFile()).toEqual({
      host: '127.0.0.1',
      emailPassword: PASSWORD,
      limits: { projects: 7, segments: 9 },
    })
    expect((await app.call(getInstanceSettings)).text).not.toContain(PASSWORD)
  })

  it.each([
    ['nothing', { nothing: '1' }, 'There is no such setting.'],
    ['constructor', { constructor: '1' }, 'There is no such setting.'],
    ['host', { host: '0.0.0.0' }, 'It is set where Halyard is started, not here.'],
    ['databaseUrl', { databaseUrl: 'postgres://a/b' }, 'It is set where Halyard is started, not here.'],
    ['maxParallelSessions', { maxParallelSessions: '9' }, 'MAX_PARALLEL_SESSIONS sets it. Change it there.'],
    ['port', { port: '70000' }, 'The option --port sets it. Change it there.'],
    ['contract', { contract: '9' }, 'must be a version from 3 to 8, such as 6 or 6.9'],
    ['limits.segments', { 'limits.segments': '-1' }, 'must be a number from 0 to 1000000000'],
    ['limits.segments', { 'limits.segments': '1e12' }, 'must be a number from 0 to 1000000000'],
    ['limits.segments', { 'limits.segments': 'many' }, 'must be a number'],
    ['logLevel', { logLevel: '' }, 'Enter a value, or remove the setting.'],
    ['plan', { plan: 'gold' }, 'must be oss, pro or enterprise'],
  ])('cannot be changed wrongly: %s', async (key, settings, message) => {
    const answer = await set(settings)
    expect(answer.status).toBe(400)
    const [detail] = (answer.body as unknown as { details: { message: string; path: string }[] }).details
    expect(detail?.path).toBe(`/body/settings/${key}`)
    expect(detail?.message).toMatch(message)
    expect(existsSync(file)).toBe(false)
  })

  it('that open the machine or hold a secret are not changed by an Admin', async () => {
    const closed = ALL_SETTINGS.filter(({ node }) => !node.input || node.isWindowOnly).map(({ key }) => key)
    const answer = await set(Object.fromEntries(closed.map((key) => [key, null])))
    expect(answer.status).toBe(400)
    const { details } = answer.body as unknown as { details: { message: string; path: string }[] }
    expect(details.map(({ path: at }) => at)).toEqual(closed.map((key) => `/body/settings/${key}`))
    for (const key of [
      'host',
      'allowedHosts',
      'sealingKey',
      'databaseUrl',
      'serverMetrics',
      'integrationHosts',
      'codeRoots',
      'caFile',
      'proxy',
      'proxyPassword',
    ])
      expect(closed).toContain(key)
    expect(existsSync(file)).toBe(false)
  })

  it('of outgoing connections are changed in the window of the desktop app, which names no secret', async () => {
    const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
    const change = (settings: Record<string, string | null>) =>
      window.setInstanceSettings({ body: { settings } })
    const proxy = { proxy: 'http://proxy.example:3128', proxyUser: 'ann', proxyPassword: PASSWORD }
    await change(proxy)
    expect(inFile()).toEqual(proxy)
    const { settings } = await window.getInstanceSettings({})
    const shown = (key: string) => settings.find((one) => one.key === key)
    expect(shown('proxy')).toMatchObject({ stored: proxy.proxy, needsRestart: true, input: { kind: 'text' } })
    expect(shown('proxyPassword')).toMatchObject({
      stored: null,
      value: null,
      needsRestart: true,
      input: { kind: 'password' },
    })
    expect(await settingOf('proxy')).toMatchObject({ stored: proxy.proxy, input: null })
    const [event] = await readEventLog(app, { type: 'IS:instance-settings-updated' })
    expect(event).toMatchObject({ data: { ...proxy, proxyPassword: '[redacted]' } })
    expect(readConfig({ settings: file, dataDir: path.dirname(file) }, {})).toMatchObject(proxy)
  })

  it.each([
    ['caFile', '/nowhere/ca.pem', /^the file \/nowhere\/ca\.pem cannot be read/],
    ['caFile', import.meta.filename, /has no certificate in PEM format/],
    ['clientCertificates', `a.example=${import.meta.filename}`, /is no certificate with its key/],
    ['clientCertificates', 'a.example', /must be HOST=FILE/],
    ['proxy', 'http://ann:secret@proxy.example', /without a user/],
    ['proxy', 'socks5://proxy.example', /must be auto, none, or/],
  ])('that would keep the next start from succeeding are refused: %s %s', async (key, text, message) => {
    const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
    const refusal = (await window
      .setInstanceSettings({ body: { settings: { [key]: text } } })
      .catch((error: unknown) => (error as { cause: unknown }).cause)) as AppError
    expect(refusal.details).toMatchObject([
      { path: `/body/settings/${key}`, message: expect.stringMatching(message) as string },
    ])
    expect(existsSync(file)).toBe(false)
  })

  it('are not changed in a file that has a mistake, or cannot be written', async () => {
    writeFileSync(file, '{')
    expect((await app.call(getInstanceSettings)).body.problem).toMatch('is not JSON')
    expect((await set({ logLevel: 'warn' })).status).toBe(409)
    writeFileSync(file, JSON.stringify({ prot: 1 }))
    expect((await set({ logLevel: 'warn' })).status).toBe(409)
    rmSync(file)
    mkdirSync(file)
    const before = await readEventLog(app, { type: 'IS:instance-settings-updated' })
    expect((await set({ logLevel: 'warn' })).status).toBe(409)
    expect(await readEventLog(app, { type: 'IS:instance-settings-updated' })).toHaveLength(before.length)
  })

  it('are written once, after their event is on the disk', async () => {
    let fails = false
    const disk = {
      beforeStatement: (sql: string) => {
        if (fails && sql === 'commit') throw new Error('no commit, says the test')
      },
    }
    const other = await startBackend({ disk })
    const { file: own } = (await other.call(getInstanceSettings)).body
    const before = JSON.stringify({ logLevel: 'info' })
    writeFileSync(own, before)
    const change = () => other.call(setInstanceSettings, { body: { settings: { logLevel: 'warn' } } })
    const beside = () => readdirSync(path.dirname(own)).filter((name) => name.startsWith('settings.json.'))
    fails = true
    expect((await change()).status).toBeGreaterThanOrEqual(500)
    expect(readFileSync(own, 'utf8')).toBe(before)
    expect(beside()).toEqual([])
    fails = false
    const { status, body } = await change()
    expect(status).toBe(200)
    expect(body.settings.find(({ key }) => key === 'logLevel')).toMatchObject({ stored: 'warn' })
    expect(beside().map((name) => readFileSync(path.join(path.dirname(own), name), 'utf8'))).toEqual([before])
    await other.stop()
  })

  it('are for Admins', async () => {
    expect((await app.call(getInstanceSettings, { as: 'vi' })).status).toBe(403)
    expect((await app.call(setInstanceSettings, { as: 'vi', body: { settings: {} } })).status).toBe(403)
  })
})
