import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import type { PromotionPlan } from '#shared/desktop/promotion.ts'
import { readOnlyRefusal } from '#shared/desktop/safe-mode.ts'
import { createFeature, getFeature } from '#shared/flags/contract/features.ts'
import { askApp, faultOf, listed, LOOK, signal, startProfiles } from '#support/stages/profiles-stage.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { watchTraffic, type Traffic } from '#support/window/watch-traffic.ts'
import type { RpcFailure, SubscriptionMessage } from '#transport/rpc/responder.ts'
import type { Profiles } from './profiles.ts'
import { eventually } from '#support/runner/eventually.ts'

let there: TestBackend
let url: string
let token: string
/** The way to the same instance by its published contract. */
let service: Traffic
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
  service = await watchTraffic(url)
})
afterAll(async () => {
  service.stop()
  await there.stop()
})

beforeEach(async () => {
  temp = makeTempFolder()
  profiles = await startProfiles(temp.folder)
})
afterEach(async () => {
  await profiles.closeAll()
  temp.remove()
})

const list = () => listed(profiles)
/** Types the name of a profile, to allow changes. */
const allow = (id: string) => profiles.safeMode.allow(profiles.find(id), profiles.find(id).name)
const nameOfMe = async (id: string) => {
  const answer = await (await profiles.open(id)).answer({ path: 'getMe', type: 'query', input: {}, signal })
  return (answer as { user: { username: string } }).user.username
}
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

  it('is not among the services that end with the app', async () => {
    const id = await remote()
    await profiles.open(id)
    const { name, url: own } = list()[0]!
    expect(await askApp(profiles, 'served', 'query', undefined, id)).toEqual([{ name, url: own, clients: 0 }])
  })

  it('is named among them, when its service does not say how many SDKs it has', async () => {
    const id = await remote()
    const home = await profiles.open('home')
    const answer = vi.spyOn(home, 'answer').mockRejectedValue(new Error('The disk is gone.'))
    const { name, url: own } = list()[0]!
    expect(await askApp(profiles, 'served', 'query', undefined, id)).toEqual([
      { name, url: own, clients: null },
    ])
    expect(answer).toHaveBeenCalledOnce()
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
    await eventually(() => expect(seen).toContainEqual({ type: 'state', state: 'pending', error: null }))
    await requireSuccess(
      there.call(createFeature, { params: { projectId: 'default' }, body: { name: 'news' } }),
    )
    await eventually(() => expect(JSON.stringify(seen)).toContain('"featureName":"news"'))
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
    profiles = await startProfiles(temp.folder)
    expect(await nameOfMe(id)).toBe('boss')
  })

  it('is exported without its secret, and imported on another machine', async () => {
    const file = profiles.export(await remote({ safeMode: 'production', idleMinutes: 3 }))
    const safety = { safeMode: 'production', idleMinutes: 3 }
    expect(file).toEqual({ halyardProfile: 1, ...LOOK, ...safety, kind: 'remote', url })
    const id = profiles.import(file)
    expect(profiles.find(id)).toMatchObject({ name: 'Staging 2', url, ...safety })
    await expect(nameOfMe(id)).rejects.toMatchObject({ shape: { data: { httpStatus: 401 } } })
  })
})

describe('a profile of an Unleash-compatible service', () => {
  const byToken = () => ({ kind: 'token', token }) as const
  const original = (more: object = {}) =>
    profiles.create({ kind: 'original', ...LOOK, url: service.url, credentials: byToken(), ...more })
  it('is read by its token, and says so', async () => {
    const id = await original()
    expect(await nameOfMe(id)).toBe('boss')
    expect(list()[1]).toMatchObject({
      id,
      kind: 'original',
      url: service.url,
      safeMode: 'on',
      allowsChanges: false,
    })
    expect(readFileSync(path.join(temp.folder, 'home/window/profiles.json'), 'utf8')).not.toContain(token)
  })

  it('is compared with another one, and takes flags of it once changes are allowed', async () => {
    const id = await original()
    await requireSuccess(
      there.call(createFeature, { params: { projectId: 'default' }, body: { name: 'compared' } }),
    )
    const home = await profiles.open('home')
    const input = { params: { projectId: 'default' }, body: { name: 'promoted' } }
    await home.answer({ path: 'createFeature', type: 'mutation', input, signal })
    const pair = { from: 'home', to: id }
    expect(await askApp(profiles, 'compareProfiles', 'query', pair)).toMatchObject({
      flags: expect.arrayContaining([
        expect.objectContaining({ name: 'compared', place: 'to' }),
        expect.objectContaining({ name: 'promoted', place: 'from' }),
      ]) as unknown,
    })
    const promotion = { ...pair, flags: ['promoted'], environments: ['development'], createMissing: false }
    const plan = async () => (await askApp(profiles, 'planPromotion', 'query', promotion)) as PromotionPlan
    const { fingerprint, blockers } = await plan()
    expect(blockers).toEqual([])
    const promote = () => askApp(profiles, 'promoteFlags', 'mutation', { ...promotion, fingerprint })
    service.exchanges.length = 0
    await expect(promote()).rejects.toMatchObject({ shape: { message: readOnlyRefusal('Staging') } })
    expect(service.exchanges).toEqual([])
    allow(id)
    await promote()
    const params = { projectId: 'default', featureName: 'promoted' }
    expect((await there.call(getFeature, { params })).status).toBe(200)
  })

  it('has no folders on this computer to choose, unlike a profile of this computer', async () => {
    const id = await original()
    const choose = (from?: string) => askApp(profiles, 'chooseCodeFolder', 'mutation', undefined, from)
    await expect(choose(id)).rejects.toMatchObject({
      shape: { data: { httpStatus: 403 }, message: expect.stringContaining('another machine') as string },
    })
    expect(await choose()).toBe('/home/me/shop')
  })

  it('gives the permission to change it to no other address, copy or file', async () => {
    const id = await original()
    allow(id)
    const copy = await profiles.duplicate(id)
    expect(await nameOfMe(copy)).toBe('boss')
    const imported = profiles.import(profiles.export(id))
    expect(list().map((one) => one.allowsChanges)).toEqual([true, true, false, false])
    expect(profiles.find(imported)).toMatchObject({ kind: 'original', safeMode: 'on' })
    await profiles.change(id, { url: service.url.replace('127.0.0.1', 'localhost') })
    expect(profiles.safeMode.refusalOf(id)).toBe(readOnlyRefusal('Staging'))
    await expect(nameOfMe(id)).rejects.toMatchObject({ shape: { data: { httpStatus: 401 } } })
    await profiles.signIn(id, byToken())
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
    service.exchanges.length = 0
    const password = { kind: 'password', username: 'admin', password: 'a password of length' } as const
    expect(await faultOf(profiles.signIn(id, password))).toMatch(/^\/body\/credentials\/kind: /)
    expect(service.exchanges).toEqual([])
  })
})
