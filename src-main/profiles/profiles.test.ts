import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createPat } from '../../src-shared/access/contract/personal-tokens.ts'
import { createFeature, getFeature } from '../../src-shared/flags/contract/features.ts'
import { serveAsOriginal } from '../../test/support/original-service.ts'
import { startRecordingServer, type RecordingServer } from '../../test/support/recording-server.ts'
import { requireSuccess } from '../../test/support/private-project.ts'
import { startBackend, type TestBackend } from '../../test/support/start-backend.ts'
import { makeTempFolder } from '../../test/support/temp-folder.ts'
import { wasm } from '../../test/support/wasm.ts'
import { readConfig } from '../bootstrap/config.ts'
import { AppError } from '../kernel/app-error.ts'
import { createLogger } from '../kernel/logger.ts'
import { Outbound } from '../kernel/outbound.ts'
import type { RpcFailure, SubscriptionMessage } from '../transport/rpc/responder.ts'
import { openLocally } from './open-locally.ts'
import { profileSealer, ProfileStore } from './profile-store.ts'
import { Profiles } from './profiles.ts'
import { responderFor } from './responder-for.ts'
import type { AppActs } from './app-acts.ts'

const LOOK = { name: 'Staging', colour: 'amber', icon: 'cloud' } as const
const signal = new AbortController().signal
const logger = createLogger('silent')

let there: TestBackend
let url: string
let token: string
/** The same instance, by its published contract alone. */
let service: RecordingServer
let temp: ReturnType<typeof makeTempFolder>
let profiles: Profiles

beforeAll(async () => {
  there = await startBackend({
    users: [{ username: 'boss', roles: ['Admin'] }],
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'a password of length' },
  })
  url = await there.backend.listen('auto')
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  const { body: created } = await requireSuccess(there.call(createPat, { as: 'boss', body }))
  token = created.secret
  service = await serveAsOriginal(there)
})
afterAll(async () => {
  await service.stop()
  await there.stop()
})

/** A person who would rather not. */
const refusing = { recovery: async () => undefined, port: async () => false }

async function openHere(dataDir: string, port: string) {
  const config = readConfig({ dataDir, port }, {})
  const connection = await openLocally({ config, wasm, logger }, refusing)
  if (!connection) throw new Error('Its port is in use.')
  return connection
}

async function start() {
  const dataDir = path.join(temp.folder, 'home')
  const window = path.join(dataDir, 'window')
  const home = await openHere(dataDir, 'auto')
  return new Profiles({
    store: new ProfileStore(window, profileSealer(window, undefined), {
      name: 'Halyard',
      colour: 'blue',
      icon: 'flag',
      folder: dataDir,
      port: 'auto',
    }),
    folder: path.join(dataDir, 'profiles'),
    home,
    openLocal: ({ folder, port }) => openHere(folder, String(port)),
    outbound: new Outbound({ allowPrivate: true, allowList: [] }),
    discardFolder: (folder) => rename(folder, `${folder}.trash`),
  })
}
beforeEach(async () => {
  temp = makeTempFolder()
  profiles = await start()
})
afterEach(async () => {
  await profiles.closeAll()
  temp.remove()
})

const list = () => profiles.list('home', new Set(['home']))
const nameOfMe = async (id: string) => {
  const answer = await (await profiles.open(id)).answer({ path: 'getMe', type: 'query', input: {}, signal })
  return (answer as { user: { username: string } }).user.username
}
/** The field at fault, and what is said about it. */
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (error: unknown) =>
      (error as AppError).details.map(({ path: at = '', message }) => `${at}: ${message}`)[0],
  )
const remote = (more: object = {}) =>
  profiles.create({ kind: 'remote', ...LOOK, url, credentials: { kind: 'token', token }, ...more })

describe('a remote profile', () => {
  it('answers the calls of the window by its token', async () => {
    const id = await remote()
    expect(await nameOfMe(id)).toBe('boss')
    expect(list()).toMatchObject([
      { id: 'home' },
      { id, kind: 'remote', url, isOpen: true, hasWindow: false },
    ])
  })

  it('answers by a session, got for a password that is not kept', async () => {
    const id = await remote({
      credentials: { kind: 'password', username: 'admin', password: 'a password of length' },
    })
    expect(await nameOfMe(id)).toBe('admin')
    expect(readFileSync(path.join(temp.folder, 'home/window/profiles.json'), 'utf8')).not.toMatch(
      /a password of length/,
    )
  })

  it('writes, and says what it wrote', async () => {
    const connection = await profiles.open(await remote())
    const input = { params: { projectId: 'default' }, body: { name: 'from-afar' } }
    const answer = await connection.answer({ path: 'createFeature', type: 'mutation', input, signal })
    expect(answer).toMatchObject({ 'halyard:answer': { name: 'from-afar' } })
    const found = await there.call(getFeature, { params: { projectId: 'default', featureName: 'from-afar' } })
    expect(found.status).toBe(200)
  })

  it('passes a refusal on as it is, with its record', async () => {
    const connection = await profiles.open(await remote())
    const input = { params: { projectId: 'default' }, body: { name: 'no name' } }
    const failure = (await connection
      .answer({ path: 'createFeature', type: 'mutation', input, signal })
      .catch((error: unknown) => error)) as RpcFailure
    expect(failure.shape.data).toMatchObject({ httpStatus: 400, record: { name: 'ValidationError' } })
  })

  it('says its own address as the one it listens on', async () => {
    const connection = await profiles.open(await remote())
    const status = await connection.answer({ path: 'status', type: 'query', input: undefined, signal })
    expect(status).toMatchObject({ url })
  })

  it('follows changes made there', async () => {
    const connection = await profiles.open(await remote())
    const abort = new AbortController()
    const call = { path: 'changes', type: 'subscription' as const, input: undefined, signal: abort.signal }
    const messages = (await connection.answer(call)) as AsyncIterable<SubscriptionMessage>
    const seen: SubscriptionMessage[] = []
    const reading = (async () => {
      for await (const message of messages) seen.push(message)
    })()
    await vi.waitFor(() => expect(seen).toContainEqual({ type: 'state', state: 'pending', error: null }))
    await requireSuccess(
      there.call(createFeature, { params: { projectId: 'default' }, body: { name: 'news' } }),
    )
    await vi.waitFor(() => expect(JSON.stringify(seen)).toContain('"featureName":"news"'))
    abort.abort()
    await reading
  })

  it.each([
    ['a wrong token', { credentials: { kind: 'token', token: 'user:wrong' } }, '/body/credentials/token'],
    [
      'a wrong password',
      { credentials: { kind: 'password', username: 'admin', password: 'x' } },
      '/body/credentials/password',
    ],
    ['nothing listens', { url: 'http://127.0.0.1:9' }, '/body/url'],
    ['a name that is taken', { name: 'halyard' }, '/body/name'],
  ])('is not created with %s', async (_what, more, field) => {
    expect(await faultOf(remote(more))).toMatch(new RegExp(`^${field}: `))
    expect(list()).toHaveLength(1)
  })

  it('asks for a sign-in after its token is gone, and takes another', async () => {
    const id = await remote()
    const body = { description: 'soon gone', expiresAt: '2099-01-01T00:00:00.000Z' }
    await profiles.change(id, { url: url.replace('127.0.0.1', 'localhost') })
    // a secret is only for the address that it was entered for
    await expect(nameOfMe(id)).rejects.toMatchObject({ shape: { data: { httpStatus: 401 } } })
    const { body: created } = await requireSuccess(there.call(createPat, { as: 'boss', body }))
    await profiles.signIn(id, { kind: 'token', token: created.secret })
    expect(await nameOfMe(id)).toBe('boss')
  })

  it('survives a restart of the app', async () => {
    const id = await remote()
    await profiles.closeAll()
    profiles = await start()
    expect(await nameOfMe(id)).toBe('boss')
  })

  it('is exported without its secret, and imported on another machine', async () => {
    const file = profiles.export(await remote())
    expect(file).toEqual({ halyardProfile: 1, ...LOOK, kind: 'remote', url })
    const id = profiles.import(file)
    expect(profiles.find(id)).toMatchObject({ name: 'Staging 2', url })
    await expect(nameOfMe(id)).rejects.toMatchObject({ shape: { data: { httpStatus: 401 } } })
  })
})

/** Asks the app itself, as the window of the first profile. */
const asApp = (path: string, type: 'query' | 'mutation', input: object) =>
  responderFor(
    'home',
    profiles,
    {
      withWindow: () => new Set<string>(),
      show: async () => undefined,
      closeOf: () => undefined,
      refresh: () => undefined,
    },
    {} as AppActs,
  ).answer({ path: `desktop.${path}`, type, input, signal })

describe('a profile of an Unleash-compatible service', () => {
  const byToken = () => ({ kind: 'token', token }) as const
  const original = (more: object = {}) =>
    profiles.create({ kind: 'original', ...LOOK, url: service.url, credentials: byToken(), ...more })
  const create = async (id: string, name: string) =>
    (await profiles.open(id)).answer({
      path: 'createFeature',
      type: 'mutation',
      input: { params: { projectId: 'default' }, body: { name } },
      signal,
    })
  const expectOff = (work: Promise<unknown>) =>
    expect(work).rejects.toMatchObject({
      shape: { data: { httpStatus: 403 }, message: expect.stringContaining('Changes are off') as string },
    })

  it('is read by its token, and says so', async () => {
    const id = await original()
    expect(await nameOfMe(id)).toBe('boss')
    expect(list()[1]).toMatchObject({ id, kind: 'original', url: service.url, allowsChanges: false })
    expect(readFileSync(path.join(temp.folder, 'home/window/profiles.json'), 'utf8')).not.toContain(token)
  })

  it('is not compared with another one, and the error says why', async () => {
    const id = await original()
    await expect(asApp('compareProfiles', 'query', { from: 'home', to: id })).rejects.toMatchObject({
      shape: {
        data: { httpStatus: 403 },
        message: `${LOOK.name} is an Unleash-compatible service. Only Halyards can be compared, by their scenario files.`,
      },
    })
  })

  it('is changed only while its owner allows it', async () => {
    const id = await original()
    await expectOff(create(id, 'too-early'))
    await profiles.change(id, { allowsChanges: true })
    await create(id, 'by-contract')
    const params = { projectId: 'default', featureName: 'by-contract' }
    expect((await there.call(getFeature, { params })).status).toBe(200)
    await profiles.change(id, { name: 'Renamed' })
    expect(list()[1]).toMatchObject({ name: 'Renamed', allowsChanges: true })
    await profiles.change(id, { allowsChanges: false })
    await expectOff(create(id, 'too-late'))
  })

  it('gives the permission to no other address, copy or file', async () => {
    const id = await original()
    await profiles.change(id, { allowsChanges: true })
    const copy = await profiles.duplicate(id)
    expect(profiles.find(copy)).toMatchObject({ kind: 'original', allowsChanges: false })
    expect(await nameOfMe(copy)).toBe('boss')
    const file = profiles.export(id)
    expect(file).toEqual({ halyardProfile: 1, ...LOOK, kind: 'original', url: service.url })
    expect(profiles.find(profiles.import(file))).toMatchObject({ kind: 'original', allowsChanges: false })
    await profiles.change(id, { url: service.url.replace('127.0.0.1', 'localhost'), allowsChanges: true })
    expect(profiles.find(id)).toMatchObject({ allowsChanges: false })
    await expect(nameOfMe(id)).rejects.toMatchObject({ shape: { data: { httpStatus: 401 } } })
    await profiles.signIn(id, byToken())
    expect(await nameOfMe(id)).toBe('boss')
    await expectOff(create(id, 'elsewhere'))
  })

  it('keeps the permission over a restart of the app', async () => {
    const id = await original()
    await profiles.change(id, { allowsChanges: true })
    await profiles.closeAll()
    profiles = await start()
    expect(list()[1]).toMatchObject({ allowsChanges: true })
    expect(await nameOfMe(id)).toBe('boss')
  })

  it.each([
    ['a wrong token', { credentials: { kind: 'token', token: 'user:wrong' } }, '/body/credentials/token'],
    ['nothing listens', { url: 'http://127.0.0.1:9' }, '/body/url'],
  ])('is not created with %s', async (_what, more, field) => {
    expect(await faultOf(original(more))).toMatch(new RegExp(`^${field}: `))
    expect(list()).toHaveLength(1)
  })

  it.each([
    ['JSON of something else', {}],
    ['a page', '<html>'],
  ])('is not created where the answer is %s', async (_what, body) => {
    const other = await startRecordingServer(() => ({ status: 200, body }))
    expect(await faultOf(original({ url: other.url }))).toMatch(/^\/body\/url: /)
    expect(list()).toHaveLength(1)
    await other.stop()
  })

  it('takes no password, which is sent nowhere', async () => {
    const id = await original()
    service.seen.length = 0
    const password = { kind: 'password', username: 'admin', password: 'a password of length' } as const
    expect(await faultOf(profiles.signIn(id, password))).toMatch(/^\/body\/credentials\/kind: /)
    expect(service.seen).toEqual([])
  })

  it('alone has such a permission', async () => {
    expect(await faultOf(profiles.change('home', { allowsChanges: true }))).toMatch(
      /^\/body\/allowsChanges: /,
    )
  })
})

describe('a local profile', () => {
  const local = (more: object = {}) =>
    profiles.create({ kind: 'local', ...LOOK, name: 'Tests', port: 'auto', ...more })
  const create = async (id: string, name: string) =>
    (await profiles.open(id)).answer({
      path: 'createFeature',
      type: 'mutation',
      input: { params: { projectId: 'default' }, body: { name } },
      signal,
    })
  const flagsOf = async (id: string) => {
    const answer = await (
      await profiles.open(id)
    ).answer({
      path: 'searchFeatures',
      type: 'query',
      input: { query: {} },
      signal,
    })
    return (answer as { features: { name: string }[] }).features.map(({ name }) => name)
  }

  it('has its own service, with data and a port of its own', async () => {
    const id = await local()
    await create(id, 'only-here')
    expect(await flagsOf(id)).toEqual(['only-here'])
    expect(await flagsOf('home')).toEqual([])
    const [home, own] = list()
    expect(home?.url).not.toBe(own?.url)
    expect(await fetch(`${own?.url}/health`).then(({ status }) => status)).toBe(200)
  })

  it('is filled with a scenario, such as the demo, or is not created', async () => {
    const scenario = readFileSync('resources/demo.yaml', 'utf8')
    const id = await local({ scenario })
    expect((await flagsOf(id)).length).toBeGreaterThan(3)
    expect(await flagsOf('home')).toEqual([])
    await expect(local({ name: 'Broken', scenario: 'scenario: 7' })).rejects.toThrow()
    expect(list().map(({ name }) => name)).not.toContain('Broken')
  })

  it('is compared by the app with another one, and its flags are promoted, also while it is stopped', async () => {
    const id = await local()
    await create(id, 'wanted')
    await profiles.close(id)
    const pair = { from: id, to: 'home' }
    expect(await asApp('compareProfiles', 'query', pair)).toMatchObject({
      equal: 0,
      flags: [{ name: 'wanted', place: 'from' }],
    })
    const promotion = { ...pair, flags: ['wanted'], environments: ['development'], createMissing: false }
    const { fingerprint } = (await asApp('planPromotion', 'query', promotion)) as { fingerprint: string }
    expect(await flagsOf('home')).toEqual([])
    await asApp('promoteFlags', 'mutation', { ...promotion, fingerprint })
    expect(await flagsOf('home')).toEqual(['wanted'])
    await expect(asApp('compareProfiles', 'query', { ...pair, to: id })).rejects.toMatchObject({
      shape: { data: { httpStatus: 400, record: { details: [{ path: '/body/to' }] } } },
    })
  })

  it('stops, and starts again with its data', async () => {
    const id = await local()
    await create(id, 'kept')
    await profiles.close(id)
    expect(list()[1]).toMatchObject({ isOpen: false, url: null })
    expect(await flagsOf(id)).toEqual(['kept'])
  })

  it('is duplicated with its data', async () => {
    const id = await local()
    await create(id, 'copied')
    const copy = await profiles.duplicate(id)
    await create(id, 'later')
    expect(await flagsOf(copy)).toEqual(['copied'])
    expect(profiles.find(copy).name).toBe('Tests 2')
  })

  it('is deleted with its data only if that is wanted', async () => {
    const [kept, gone] = [await local(), await local({ name: 'Gone' })]
    await Promise.all([create(kept, 'one'), create(gone, 'two')])
    const [folder, discarded] = [kept, gone].map((id) => path.join(temp.folder, 'home/profiles', id))
    await profiles.remove(kept, { withData: false })
    await profiles.remove(gone, { withData: true })
    expect([existsSync(folder!), existsSync(discarded!), existsSync(`${discarded}.trash`)]).toEqual([
      true,
      false,
      true,
    ])
    expect(list()).toHaveLength(1)
  })

  it.each([
    ['a folder of another profile', () => local({ folder: path.join(temp.folder, 'home') }), '/body/folder'],
    ['a folder by half a path', () => local({ folder: 'some/where' }), '/body/folder'],
  ])('does not take %s', async (_what, work, field) => {
    expect(await faultOf(work())).toMatch(new RegExp(`^${field}: `))
  })

  it('that cannot start says why, and can be tried again', async () => {
    const id = await local({ port: Number(new URL(list()[0]!.url!).port) })
    await expect(profiles.open(id)).rejects.toThrow(/is in use/)
    await profiles.change(id, { port: 'auto' })
    expect(await flagsOf(id)).toEqual([])
  })

  it('of the app itself cannot be deleted', async () => {
    await expect(profiles.remove('home', { withData: false })).rejects.toThrow(AppError)
  })
})
