import { beforeEach, describe, expect, it } from 'vitest'

import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import type { FeatureType } from '#shared/flags/schemas/feature.ts'
import { createStrategy } from '#shared/flags/contract/strategy-types.ts'
import { getRolloutOverlap } from '#shared/insight/contract/rollout-overlap.ts'
import type { RolloutOverlapQuery } from '#shared/insight/schemas/rollout-overlap.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ENVIRONMENT = 'development'
let app: TestBackend
beforeEach(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  return () => app.stop()
})

interface Made {
  project?: string
  type?: FeatureType
  on?: boolean
}
interface Parameters {
  rollout?: string
  groupId?: string
  stickiness?: string
  variants?: object[]
}
const VARIANTS = ['a', 'b'].map((name) => ({
  name,
  weight: 500,
  weightType: 'variable',
  stickiness: 'default',
}))

/** Creates a flag with a gradual rollout for each of some. */
async function flag(
  name: string,
  { project = 'default', type = 'release', on = true }: Made,
  ...strategies: Parameters[]
): Promise<void> {
  await app.call(createFeature, { params: { projectId: project }, body: { name, type } })
  const path = `/api/admin/projects/${project}/features/${name}/environments/${ENVIRONMENT}/strategies`
  for (const { rollout = '50', groupId = name, stickiness = 'default', variants = [] } of strategies)
    await app.call('POST', path, {
      body: { name: 'flexibleRollout', parameters: { rollout, groupId, stickiness }, variants },
    })
  if (on)
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: project, featureName: name, environment: ENVIRONMENT },
    })
}

const ask = (
  query: Partial<RolloutOverlapQuery> = {},
  { project = 'default', as = undefined as string | undefined } = {},
) =>
  app.call(getRolloutOverlap, {
    params: { projectId: project },
    query: { environment: ENVIRONMENT, ...query },
    ...(as ? { as } : {}),
  })
const groups = async (...asked: Parameters_) =>
  (await ask(...asked)).body.groups.map(
    ({ groupId, rollouts }) =>
      `${groupId}: ${rollouts.map((one) => `${one.feature} ${one.rollout}`).join(', ')}`,
  )
type Parameters_ = globalThis.Parameters<typeof ask>
const warnings = async (...asked: Parameters_) =>
  (await ask(...asked)).body.warnings.map(({ rule, flags }) =>
    [rule, ...flags.map(({ name }) => name)].join(' '),
  )

const SHARED = { groupId: 'shared' }

describe('groups', () => {
  it('are those of several flags, the largest rollout first', async () => {
    await flag('alone', {}, {})
    await flag('small', {}, { ...SHARED, rollout: '20' })
    await flag('large', { on: false }, { ...SHARED, rollout: '70' })
    expect(await groups()).toEqual(['shared: large 70, small 20'])
    expect((await ask()).body).toMatchObject({
      groupCount: 1,
      rolloutCount: 3,
      isPartial: false,
      groups: [{ rolloutCount: 2, rollouts: [{ enabled: false }, { enabled: true, stickiness: 'default' }] }],
    })
  })

  it.each([
    ['userId', 'userId', true],
    ['default', 'userId', true],
    ['default', 'sessionId', true],
    ['userId', 'sessionId', false],
    ['companyId', 'default', false],
    ['random', 'random', false],
  ])('of %s and %s share users: %s', async (one, other, share) => {
    await flag('a', {}, { ...SHARED, stickiness: one })
    await flag('b', {}, { ...SHARED, stickiness: other })
    expect(await groups()).toHaveLength(share ? 1 : 0)
  })

  it('of one flag alone are none', async () => {
    await flag('twice', {}, { rollout: '20' }, { rollout: '40' })
    expect(await groups()).toEqual([])
  })

  it('may have flags of other projects, and are of no project without a flag in them', async () => {
    for (const id of ['other', 'third']) await app.call(createProject, { body: { id, name: id } })
    await flag('own', {}, { ...SHARED })
    await flag('others', { project: 'other' }, { ...SHARED, rollout: '10' })
    expect(await groups()).toEqual(['shared: own 50, others 10'])
    expect(await groups({}, { project: 'third' })).toEqual([])
    // as an editor asks, before the flag has the group
    expect(await groups({ groupId: 'shared' }, { project: 'third' })).toEqual(['shared: own 50, others 10'])
    expect(await groups({ groupId: 'none' }, { project: 'third' })).toEqual([])
  })

  it('do not show flags of projects that the caller does not see', async () => {
    await app.call(createProject, { body: { id: 'secret', name: 'Secret', mode: 'private' } })
    await flag('own', {}, { ...SHARED })
    await flag('hidden', { project: 'secret', type: 'experiment' }, { ...SHARED })
    expect(await groups({ groupId: 'shared' })).toEqual(['shared: hidden 50, own 50'])
    expect(await groups({ groupId: 'shared' }, { as: 'viewer', project: 'default' })).toEqual([
      'shared: own 50',
    ])
    expect(
      (await ask({ feature: 'own', other: 'hidden' }, { as: 'viewer', project: 'default' })).status,
    ).toBe(400)
    expect((await ask({}, { as: 'viewer', project: 'secret' })).status).toBe(404)
  })

  it('are known right after a change, without disabled strategies', async () => {
    await flag('a', {}, SHARED)
    await flag('b', {}, SHARED)
    expect(await groups()).toHaveLength(1)
    const path = `/api/admin/projects/default/features/b/environments/${ENVIRONMENT}/strategies`
    const [strategy] = (await app.call('GET', path)).body as { id: string }[]
    await app.call('PATCH', `${path}/${strategy?.id}`, {
      body: [{ op: 'replace', path: '/disabled', value: true }],
    })
    expect(await groups()).toEqual([])
  })
})

describe('experiments', () => {
  const EXPERIMENT = { type: 'experiment' } as const

  it('with the same group and stickiness are not independent', async () => {
    await flag('blue', EXPERIMENT, SHARED)
    await flag('green', EXPERIMENT, { ...SHARED, rollout: '30' })
    expect((await ask()).body.warnings).toEqual([
      {
        rule: 'same-users',
        groupId: 'shared',
        flags: [
          { project: 'default', name: 'blue' },
          { project: 'default', name: 'green' },
        ],
        flagCount: 2,
        message:
          'blue and green are not independent: they have the same group and stickiness, so the same users are in all of them first.',
        change:
          'Give each its own group ID, such as its name. This moves its users: do it before the experiment starts.',
      },
    ])
  })

  it('with default stickiness and userId depend on each other for some users', async () => {
    await flag('blue', EXPERIMENT, SHARED)
    await flag('green', EXPERIMENT, { ...SHARED, stickiness: 'userId' })
    expect((await ask()).body.warnings.map(({ message }) => message)).toEqual([
      'blue and green are not independent: they have the same group, and for some users the same stickiness, so the same users are in all of them first.',
    ])
  })

  it('with variants by the same group are not independent, whatever their rollouts', async () => {
    await flag('blue', {}, { ...SHARED, rollout: '100', variants: VARIANTS })
    await flag('green', {}, { ...SHARED, rollout: '100', variants: VARIANTS })
    expect(await warnings()).toEqual(['same-variants blue green'])
  })

  it.each([
    ['another group', EXPERIMENT, { groupId: 'own' }],
    ['another field', EXPERIMENT, { ...SHARED, stickiness: 'companyId' }],
    ['all users', EXPERIMENT, { ...SHARED, rollout: '100' }],
    ['no users', EXPERIMENT, { ...SHARED, rollout: '0' }],
    ['another type', { type: 'release' as const }, SHARED],
    ['a flag that is off', { ...EXPERIMENT, on: false }, SHARED],
  ])('are independent of %s', async (_what, made: Made, strategy) => {
    await flag('blue', EXPERIMENT, SHARED)
    await flag('green', made, strategy)
    expect(await warnings()).toEqual([])
  })

  it('are warned of where one of them is in the project, or is asked about', async () => {
    for (const id of ['other', 'third']) await app.call(createProject, { body: { id, name: id } })
    await flag('blue', EXPERIMENT, SHARED)
    await flag('green', { ...EXPERIMENT, project: 'other' }, SHARED)
    await flag('red', EXPERIMENT, {})
    const both = ['same-users blue green']
    expect(await warnings()).toEqual(both)
    expect(await warnings({}, { project: 'other' })).toEqual(both)
    expect(await warnings({}, { project: 'third' })).toEqual([])
    expect(await warnings({ feature: 'blue' })).toEqual(both)
    expect(await warnings({ feature: 'red' })).toEqual([])
  })
})

describe('two flags', () => {
  it('share the smaller rollout exactly, or the product', async () => {
    await flag('a', {}, { ...SHARED, rollout: '20' }, { rollout: '30' })
    await flag('b', {}, { ...SHARED, rollout: '50' })
    const { pairs } = (await ask({ feature: 'a', other: 'b' })).body
    expect(pairs).toEqual([
      {
        rollouts: [
          { feature: 'a', groupId: 'shared', stickiness: 'default', rollout: 20 },
          { feature: 'b', groupId: 'shared', stickiness: 'default', rollout: 50 },
        ],
        samePosition: 'everybody',
        percent: 20,
        isExact: true,
      },
      {
        rollouts: [
          { feature: 'a', groupId: 'a', stickiness: 'default', rollout: 30 },
          { feature: 'b', groupId: 'shared', stickiness: 'default', rollout: 50 },
        ],
        samePosition: 'nobody',
        percent: 15,
        isExact: false,
      },
    ])
  })
})

describe('the comparison of two flags', () => {
  it('is the share of users in both, in one and in neither, with the reason', async () => {
    await app.call(createProject, { body: { id: 'other', name: 'Other' } })
    await flag('a', {}, { ...SHARED, rollout: '20' })
    await flag('b', { project: 'other', on: false }, { ...SHARED, rollout: '50' })
    expect((await ask({ feature: 'a', other: 'b' }, { as: 'viewer' })).body.comparison).toEqual({
      flags: [
        { project: 'default', name: 'a', enabled: true, isTargeted: false, leftOut: 0, hasParents: false },
        { project: 'other', name: 'b', enabled: false, isTargeted: false, leftOut: 0, hasParents: false },
      ],
      shares: [
        {
          of: 'everybody',
          ...{ both: 20, onlyFirst: 0, onlySecond: 30, neither: 50 },
          relation: 'same',
          isExact: true,
          reason:
            'They are not independent: both place users by the group “shared” and default, so all users of a are in b, too.',
        },
      ],
      unknown: null,
    })
    expect((await ask({ feature: 'a' })).body.comparison).toBeNull()
  })

  it('says what makes a share unknown, and that parents decide', async () => {
    await flag('a', {}, { rollout: '20' })
    await flag('b', {}, { rollout: '50' })
    const path = '/api/admin/projects/default/features/b'
    await app.call('POST', `${path}/dependencies`, { body: { feature: 'a' } })
    await app.call(createStrategy, { body: { name: 'moonPhase', parameters: [] } })
    await app.call('POST', `${path}/environments/${ENVIRONMENT}/strategies`, { body: { name: 'moonPhase' } })
    const { comparison } = (await ask({ feature: 'a', other: 'b' })).body
    expect(comparison).toMatchObject({
      flags: [{ hasParents: false }, { hasParents: true }],
      shares: [],
      unknown:
        'b has a strategy of the kind moonPhase: the share of users that it lets in is not known from a hash.',
    })
  })

  it('is refused for a flag of a project that the caller does not see', async () => {
    await app.call(createProject, { body: { id: 'hush', name: 'Hush', mode: 'private' } })
    await flag('a', {}, {})
    await flag('hidden', { project: 'hush' }, {})
    const refused = (other: string) =>
      app.call(
        'GET',
        `/api/halyard/projects/default/rollout-overlap?environment=${ENVIRONMENT}&feature=a&other=${other}`,
        {
          as: 'viewer',
        },
      )
    const [hidden, missing] = [await refused('hidden'), await refused('missing')]
    expect([hidden.status, missing.status]).toEqual([400, 400])
    expect(hidden.text.replaceAll('hidden', 'missing').replaceAll(/"id":"[^"]*"/gu, '')).toBe(
      missing.text.replaceAll(/"id":"[^"]*"/gu, ''),
    )
  })
})

it.each([
  [{ environment: 'nowhere' }, 400, '/query/environment'],
  [{ feature: 'nothing' }, 400, '/query/feature'],
  [{ other: 'a' }, 400, '/query/feature'],
  [{ feature: 'a', other: 'nothing' }, 400, '/query/other'],
])('%j is refused with %i, and names %s', async (query, status, path) => {
  await flag('a', {}, {})
  const answer = await app.call(
    'GET',
    `/api/halyard/projects/default/rollout-overlap?${new URLSearchParams({ environment: ENVIRONMENT, ...query })}`,
  )
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(path)
})
