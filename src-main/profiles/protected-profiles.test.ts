import { existsSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { readOnlyRefusal } from '#shared/desktop/safe-mode.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { askApp, listed, LOOK, signal, startProfiles } from '#support/stages/profiles-stage.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import type { Profiles } from './profiles.ts'

let there: TestBackend
let url: string
let token: string
let temp: ReturnType<typeof makeTempFolder>
let profiles: Profiles

beforeAll(async () => {
  there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  url = await there.backend.listen('auto')
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  token = (await requireSuccess(there.call(createPat, { as: 'boss', body }))).body.secret
})
afterAll(async () => {
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

type Kind = 'local' | 'remote' | 'original'
const add = (kind: Kind) => {
  const credentials = { kind: 'token', token } as const
  const look = { ...LOOK, safeMode: 'production' } as const
  if (kind === 'local') return profiles.create({ kind, ...look, port: 'auto' })
  return profiles.create({ kind, ...look, url, credentials })
}
const ask = async (id: string, at: string, input: object, type: 'query' | 'mutation' = 'mutation') =>
  (await profiles.open(id)).answer({ path: at, type, input, signal })
const create = (id: string, name: string, type: 'query' | 'mutation' = 'mutation') =>
  ask(id, 'createFeature', { params: { projectId: 'default' }, body: { name } }, type)
const flagOf = (id: string, featureName: string) =>
  ask(id, 'getFeature', { params: { projectId: 'default', featureName } }, 'query')
const refused = (name = 'Staging') =>
  expect.objectContaining({
    shape: expect.objectContaining({ message: readOnlyRefusal(name) }) as unknown,
  }) as unknown

describe.each<Kind>(['local', 'remote', 'original'])(
  'a profile of the kind %s, marked as production',
  (kind) => {
    it('is changed by nobody but who typed its name, from its window or another one', async () => {
      const id = await add(kind)
      const name = `${kind}-flag`
      for (const type of ['query', 'mutation'] as const)
        await expect(create(id, name, type)).rejects.toEqual(refused())
      await expect(flagOf(id, name)).rejects.toMatchObject({ shape: { data: { httpStatus: 404 } } })

      const allow = (typed: string) => askApp(profiles, 'allowChanges', 'mutation', { id, typed })
      await expect(allow('staging')).rejects.toMatchObject({
        shape: { data: { record: { details: [{ path: '/body/typed' }] } } },
      })
      await expect(create(id, name)).rejects.toEqual(refused())
      await allow('Staging')
      await create(id, name)
      await expect(flagOf(id, name)).resolves.toMatchObject({ name })
      await askApp(profiles, 'lockChanges', 'mutation', { id })
      await expect(create(id, `${name}-2`)).rejects.toEqual(refused())
    })

    it('takes no promotion, and shows its plan', async () => {
      const id = await add(kind)
      await create('home', `${kind}-promoted`)
      const flags = [`${kind}-promoted`]
      const promotion = { from: 'home', to: id, flags, environments: ['development'], createMissing: false }
      const plan = (await askApp(profiles, 'planPromotion', 'query', promotion)) as { fingerprint: string }
      expect(plan).toMatchObject({ blockers: [], plan: { created: 1 } })
      const promote = () =>
        askApp(profiles, 'promoteFlags', 'mutation', { ...promotion, fingerprint: plan.fingerprint })
      await expect(promote()).rejects.toEqual(refused())
      await askApp(profiles, 'allowChanges', 'mutation', { id, typed: 'Staging' })
      await promote()
      await expect(flagOf(id, `${kind}-promoted`)).resolves.toMatchObject({ name: `${kind}-promoted` })
    })

    it('is read-only again after a start of the app', async () => {
      const id = await add(kind)
      await askApp(profiles, 'allowChanges', 'mutation', { id, typed: 'Staging' })
      expect(listed(profiles)[1]).toMatchObject({ safeMode: 'production', allowsChanges: true })
      await profiles.closeAll()
      profiles = await startProfiles(temp.folder)
      expect(listed(profiles)[1]).toMatchObject({ safeMode: 'production', allowsChanges: false })
      await expect(create(id, 'too-early')).rejects.toEqual(refused())
    })
  },
)

describe('the profile of the app itself', () => {
  it('can be protected, too, while its ports answer as before', async () => {
    await profiles.change('home', { safeMode: 'on', idleMinutes: 0 })
    await expect(create('home', 'mine')).rejects.toEqual(refused('Halyard'))
    expect(await fetch(`${listed(profiles)[0]?.url}/health`).then(({ status }) => status)).toBe(200)
    profiles.safeMode.allow(profiles.find('home'), 'Halyard')
    await profiles.closeAll()
    profiles = await startProfiles(temp.folder)
    await create('home', 'mine')
  })

  it('is changed at the instance that it protects only', async () => {
    await profiles.change('home', { safeMode: 'on' })
    const id = await profiles.create({ kind: 'remote', ...LOOK, url, credentials: { kind: 'token', token } })
    await create(id, 'elsewhere')
    const params = { projectId: 'default', featureName: 'elsewhere' }
    expect((await there.call(getFeature, { params })).status).toBe(200)
  })
})

describe('a protected profile on this computer', () => {
  it('keeps its data when it is deleted', async () => {
    const id = await add('local')
    const folder = path.join(temp.folder, 'home/profiles', id)
    await profiles.open(id)
    await expect(profiles.remove(id, { withData: true })).rejects.toThrow(readOnlyRefusal('Staging'))
    expect([listed(profiles).length, existsSync(folder)]).toEqual([2, true])
    await profiles.remove(id, { withData: false })
    expect([listed(profiles).length, existsSync(folder)]).toEqual([1, true])
  })

  it('is filled as it is created, and read-only then', async () => {
    const scenario = 'scenario: 1\nflags: [{ name: filled, project: default }]'
    const id = await profiles.create({
      ...({ kind: 'local', ...LOOK, port: 'auto' } as const),
      ...({ safeMode: 'on', idleMinutes: 0, scenario } as const),
    })
    await expect(flagOf(id, 'filled')).resolves.toMatchObject({ name: 'filled' })
    await expect(create(id, 'more')).rejects.toEqual(refused())
  })

  it.each<[object, string]>([
    [{ idleMinutes: Number.NaN }, '/body/idleMinutes'],
    [{ idleMinutes: 1.5 }, '/body/idleMinutes'],
    [{ idleMinutes: -1 }, '/body/idleMinutes'],
    [{ idleMinutes: 1441 }, '/body/idleMinutes'],
    [{ safeMode: 'perhaps' }, '/body/safeMode'],
  ])('has settings with bounds: %j', async (change, field) => {
    await expect(
      askApp(profiles, 'changeProfile', 'mutation', { id: 'home', ...change }),
    ).rejects.toMatchObject({
      shape: { data: { httpStatus: 400, record: { details: [{ path: field }] } } },
    })
    expect(profiles.find('home')).toMatchObject({ safeMode: 'off', idleMinutes: 15 })
  })
})
