import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { freePort } from '#support/runner/free-port.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { getAllStrategies, getStrategy, createStrategy } from '#shared/flags/contract/strategy-types.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getPlayground } from '#shared/insight/contract/playground.ts'
import { addListener, updateListener, removeListener } from '#shared/versions/contract/listeners.ts'

/** Digest of the recorded exchanges: `userWithId` and `gradualRollout*` are gone from a fresh v7 install. */
const TYPES = '/api/admin/strategies'
const FEATURES = '/api/admin/projects/default/features'
const BUILT_IN = ['default', 'flexibleRollout', 'remoteAddress', 'applicationHostname']
const FORMER = ['userWithId', 'gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom']
const { as, start, stop } = startVersions()
beforeAll(() => start('3', '4', '6', '7'))
afterAll(stop)

interface Type {
  name: string
  editable: boolean
  deprecated: boolean
}
const typesOf = async (app: TestBackend) => (await app.call(getAllStrategies)).body.strategies
const namesOf = async (app: TestBackend) => (await typesOf(app)).map(({ name }) => name)
/** A flag that is on in development, by one strategy. */
async function addFlag(app: TestBackend, name: string, strategy: object) {
  expect((await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })).status).toBe(
    201,
  )
  const at = `${FEATURES}/${name}/environments/development`
  const added = await app.call('POST', `${at}/strategies`, { body: strategy })
  await app.call('POST', `${at}/on`)
  return { status: added.status, id: (added.body as { id: string }).id, at }
}

describe.each(['3', '4', '6'])('the strategy types of version %s', (version) => {
  it('are those of 7, followed by the former ones, which are deprecated', async () => {
    const types = await typesOf(await as(version))
    expect(types.map(({ name }) => name)).toEqual([...BUILT_IN, ...FORMER])
    expect(types.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual(FORMER)
    expect(types.every(({ editable }) => !editable)).toBe(true)
  })

  it.each([
    [
      'userWithId',
      { displayName: 'UserIDs', parameters: [{ name: 'userIds', type: 'list', required: true }] },
    ],
    [
      'gradualRolloutUserId',
      {
        parameters: [
          { name: 'percentage', type: 'percentage' },
          { name: 'groupId', type: 'string' },
        ],
      },
    ],
    [
      'gradualRolloutSessionId',
      {
        parameters: [
          { name: 'percentage', type: 'percentage' },
          { name: 'groupId', type: 'string' },
        ],
      },
    ],
    ['gradualRolloutRandom', { parameters: [{ name: 'percentage', type: 'percentage' }] }],
  ])('have %s with its parameters', async (name, expected) => {
    const { status, body } = await (await as(version)).call(getStrategy, { params: { name } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name, ...expected })
  })
})

describe('the former strategy types, below 7,', () => {
  it.each([
    ['userWithId', { userIds: '7, 8' }, { userId: '8' }, { userId: '9' }],
    ['gradualRolloutUserId', { percentage: '100', groupId: 'g' }, { userId: '8' }, { sessionId: 's' }],
    ['gradualRolloutSessionId', { percentage: '100', groupId: 'g' }, { sessionId: 's' }, undefined],
    ['gradualRolloutRandom', { percentage: '100' }, { userId: '8' }, undefined],
    ['gradualRolloutRandom', { percentage: '0' }, undefined, { userId: '8' }],
  ])('can be used on flags: %s %j', async (kind, parameters, match, mismatch) => {
    const app = await as('6')
    const name = `by-${kind}-${Object.values(parameters)[0]?.replace(', ', '-')}`
    expect((await addFlag(app, name, { name: kind, parameters })).status).toBe(200)
    const { body } = await app.call(getAllClientFeatures, { token: BACKEND })
    const { features } = body as { features: { name: string; strategies: object[] }[] }
    expect(features.find((flag) => flag.name === name)?.strategies).toMatchObject([
      { name: kind, parameters },
    ])
    const isOn = async (context: Record<string, string>) => {
      const query = new URLSearchParams(context).toString()
      const { toggles } = (await app.call('GET', `/api/frontend?${query}`, { token: FRONTEND })).body as {
        toggles: { name: string }[]
      }
      const played = await app.call(getPlayground, {
        body: { environment: 'development', context: { appName: 'a', ...context } },
      })
      const playground = (played.body as { features: { name: string; isEnabled: boolean }[] }).features
      const inPlayground = playground.find((flag) => flag.name === name)?.isEnabled
      expect(inPlayground, JSON.stringify(context)).toBe(toggles.some((flag) => flag.name === name))
      return inPlayground
    }
    if (match) expect(await isOn(match)).toBe(true)
    if (mismatch) expect(await isOn(mismatch)).toBe(false)
  })

  it('cannot be edited or deleted, but deprecated and reactivated', async () => {
    const { call } = await as('4')
    const at = `${TYPES}/userWithId`
    expect((await call('PUT', at, { body: { parameters: [] } })).status).toBe(403)
    expect((await call('DELETE', at)).status).toBe(403)
    expect((await call(createStrategy, { body: { name: 'userWithId', parameters: [] } })).status).toBe(409)
    for (const [deed, deprecated] of [
      ['reactivate', false],
      ['deprecate', true],
    ] as const) {
      expect((await call('POST', `${at}/${deed}`)).status).toBe(200)
      expect((await call('GET', at)).body).toMatchObject({ deprecated })
    }
  })
})

describe('an instance with version 7', () => {
  it('does not have the former strategy types: their names are free, and no flag can use them', async () => {
    const app = await as('7')
    expect(await namesOf(app)).toEqual(BUILT_IN)
    expect((await app.call(getStrategy, { params: { name: 'userWithId' } })).status).toBe(404)
    expect((await addFlag(app, 'refused', { name: 'userWithId', parameters: {} })).status).toBe(400)
  })

  it('has them as custom ones once a port answers as a former version, and keeps them', async () => {
    const app = await startBackend()
    await app.backend.listen(0)
    const body = { name: 'gradualRolloutRandom', description: 'ours', parameters: [] }
    expect((await app.call(createStrategy, { body })).status).toBe(201)
    const port = await freePort()
    const added = await app.call(addListener, { body: { port, contract: '7' } })
    expect(added.status).toBe(201)
    expect(await namesOf(app)).toEqual([...BUILT_IN, 'gradualRolloutRandom'])

    const changed = await app.call(updateListener, { params: { port }, body: { contract: '5' } })
    expect(changed.body).toMatchObject({ contract: '5.12.0', failure: null })
    const listed = await fetch(`http://127.0.0.1:${port}${TYPES}`, {
      headers: { authorization: ADMIN, connection: 'close' },
    })
    const { strategies } = (await listed.json()) as { strategies: Type[] }
    expect(strategies.map(({ name }) => name)).toEqual([...BUILT_IN, ...FORMER])
    // a custom strategy type of that name stays the user's own
    expect(strategies.at(-1)).toMatchObject({ description: 'ours', editable: true, deprecated: false })
    expect(await namesOf(app)).toEqual([...BUILT_IN, ...FORMER])

    const { status, id, at } = await addFlag(app, 'old', { name: 'userWithId', parameters: { userIds: '1' } })
    expect(status).toBe(200)
    expect((await app.call(removeListener, { params: { port } })).status).toBe(200)
    expect(await namesOf(app)).toEqual([...BUILT_IN, ...FORMER])
    const edited = await app.call('PUT', `${at}/strategies/${id}`, {
      body: { name: 'userWithId', parameters: { userIds: '1,2' } },
    })
    expect(edited).toMatchObject({ status: 200, body: { parameters: { userIds: '1,2' } } })
    await app.stop()
  })
})
