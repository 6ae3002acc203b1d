import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  createPolicy,
  deletePolicy,
  getPolicies,
  tryPolicy,
  updatePolicy,
} from '#shared/changes/contract/policies.ts'
import type { PolicyInput, PolicyRule } from '#shared/changes/schemas/policy.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    startsAt: '2026-03-02T10:00:00.000Z', // a Monday
    users: [
      { username: 'ann', roles: ['Admin'] },
      { username: 'ed', roles: ['Editor'] },
      { username: 'vera', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())

const FEATURES = '/api/admin/projects/default/features'
let made = 0

/** Makes a flag, with a strategy in an environment where one is given. Returns its name. */
async function makeFlag(
  strategy?: Record<string, unknown>,
  { environment = 'production', ...flag }: Record<string, unknown> = {},
): Promise<string> {
  const name = `flag-${++made}`
  const created = await app.call('POST', FEATURES, { body: { name, description: 'a flag', ...flag } })
  expect(created.status, created.text).toBe(201)
  if (strategy) await addStrategy(name, strategy, String(environment))
  return name
}
const addStrategy = (name: string, strategy: object, environment = 'production', call: object = {}) =>
  app.call('POST', `${FEATURES}/${name}/environments/${environment}/strategies`, { body: strategy, ...call })
const turn = (name: string, to: 'on' | 'off', environment = 'production', call: object = {}) =>
  app.call('POST', `${FEATURES}/${name}/environments/${environment}/${to}`, call)
const rollout = (percentage: number, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), stickiness: 'default', groupId: 'g' },
  ...more,
})

/** Runs work while a policy is there. */
async function under(policy: Partial<PolicyInput> & Pick<PolicyInput, 'rule'>, work: () => Promise<void>) {
  const body: PolicyInput = { name: 'the rule', effect: 'refuse', ...policy }
  const created = await app.call(createPolicy, { body, as: 'ann' })
  expect(created.status, created.text).toBe(201)
  try {
    await work()
  } finally {
    await app.call(deletePolicy, { params: { name: body.name }, as: 'ann' })
  }
}

interface Refusal {
  name: string
  message: string
  details: { message: string; path?: string }[]
  violations: { policy: string; flag: string; environment: string | null }[]
}
const FIRST = { kind: 'first-rollout', atMost: 25 } as const
const inProduction = { environmentType: 'production' }

describe('a policy', () => {
  it('refuses a change, names itself and what would pass, and leaves nothing written', async () => {
    const flag = await makeFlag(rollout(100))
    await under({ rule: FIRST, ...inProduction }, async () => {
      const before = await readEventLog(app, { limit: '1' })
      const refused = await turn(flag, 'on')
      expect(refused.status).toBe(403)
      const body = refused.body as Refusal
      expect(body).toMatchObject({
        name: 'ForbiddenError',
        details: [{ path: '/body/parameters/rollout' }],
        violations: [{ policy: 'the rule', flag, environment: 'production' }],
      })
      expect(body.message).toBe(
        `Not saved, because of a policy. ${flag}: It would go on in production for 100% at once; begin with 25% at most (policy the rule).`,
      )
      expect(await readEventLog(app, { limit: '1' })).toEqual(before)
      const { environments } = (await app.call('GET', `${FEATURES}/${flag}`)).body as {
        environments: { name: string; enabled: boolean }[]
      }
      expect(environments.find(({ name }) => name === 'production')?.enabled).toBe(false)
      // elsewhere it is none of its business
      expect((await turn(flag, 'on', 'development')).status).toBe(200)
    })
    expect((await turn(flag, 'on')).status).toBe(200)
  })

  it('warns in the log only', async () => {
    const flag = await makeFlag(rollout(100))
    await under({ rule: FIRST, effect: 'warn' }, async () => {
      expect((await turn(flag, 'on')).status).toBe(200)
      const [noted] = await readEventLog(app, { limit: '1' })
      expect(noted).toMatchObject({ type: 'policy-warned', featureName: flag, environment: 'production' })
      expect(noted?.summary).toContain('the rule')
    })
  })

  it('is passed by an exception with a reason, of those who may make one', async () => {
    const flag = await makeFlag(rollout(100))
    await under({ rule: FIRST }, async () => {
      const headers = { 'x-halyard-policy-exception': encodeURIComponent('Störung 4711') }
      const refused = await turn(flag, 'on', 'production', { headers, as: 'ed' })
      expect(refused.status).toBe(403)
      expect((refused.body as Refusal).message).toContain('You may not make exceptions')
      expect((await turn(flag, 'on', 'production', { headers, as: 'ann' })).status).toBe(200)
      const [noted] = (await warnings()).slice(-1)
      expect(noted).toMatchObject({ type: 'policy-excepted', feature_name: flag, created_by: 'ann' })
      expect(JSON.parse(String(noted?.data))).toMatchObject({ name: 'the rule', reason: 'Störung 4711' })
    })
  })

  it('of a project holds for its flags only', async () => {
    const project = await app.call('POST', '/api/admin/projects', { body: { id: 'other', name: 'Other' } })
    expect(project.status, project.text).toBe(201)
    await under({ rule: { kind: 'description-required' }, project: 'other' }, async () => {
      const create = (at: string, name: string) =>
        app.call('POST', `/api/admin/projects/${at}/features`, { body: { name } })
      expect((await create('default', 'undescribed')).status).toBe(201)
      expect((await create('other', 'undescribed-too')).status).toBe(403)
    })
  })

  it('holds for many flags at once, and takes all of them back', async () => {
    const flags = await Promise.all([makeFlag(rollout(100)), makeFlag(rollout(10)), makeFlag(rollout(100))])
    await under({ rule: FIRST }, async () => {
      const all = await app.call(
        'POST',
        '/api/admin/projects/default/bulk_features/environments/production/on',
        {
          body: { features: flags },
        },
      )
      expect(all.status).toBe(403)
      expect((all.body as Refusal).violations.map(({ flag }) => flag).sort()).toEqual(
        [flags[0], flags[2]].sort(),
      )
      const listed = (await app.call('GET', `${FEATURES}/${flags[1]}`)).body as {
        environments: { name: string; enabled: boolean }[]
      }
      expect(listed.environments.find(({ name }) => name === 'production')?.enabled).toBe(false)
    })
  })
})

/** Events of policies, which HTTP callers do not get. */
const warnings = () =>
  app.backend.store.queries
    .selectFrom('events')
    .selectAll()
    .where('type', 'in', ['policy-warned', 'policy-excepted'])
    .orderBy('id')
    .execute()

interface RuleCase {
  title: string
  policy: Partial<PolicyInput> & Pick<PolicyInput, 'rule'>
  /** Makes what the change is made to, before the policy is there. */
  prepare?: () => Promise<string>
  act: (flag: string) => Promise<{ status: number }>
  passes: boolean
}
const narrow = rollout(100, { constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] })
const WINDOW: PolicyRule = {
  kind: 'change-window',
  days: [1, 2, 3, 4],
  from: '09:00',
  to: '16:00',
  timeZone: 'UTC',
}
const tagged = async (flag: string, value: string) => {
  await app.call('POST', '/api/admin/tag-types', { body: { name: 'owner', description: '', icon: '' } })
  await app.call('POST', `/api/admin/features/${flag}/tags`, { body: { type: 'owner', value } })
  return flag
}

const CASES: RuleCase[] = [
  ...[25, 26].map((percentage) => ({
    title: `first-rollout: on for ${percentage} %`,
    policy: { rule: FIRST },
    prepare: () => makeFlag(rollout(percentage)),
    act: (flag: string) => turn(flag, 'on'),
    passes: percentage === 25,
  })),
  {
    title: 'first-rollout: more for a flag that is on for some',
    policy: { rule: FIRST },
    prepare: async () => {
      const flag = await makeFlag(rollout(10))
      await turn(flag, 'on')
      return flag
    },
    act: (flag) => addStrategy(flag, rollout(100)),
    passes: true,
  },
  {
    title: 'first-rollout: a strategy for named users',
    policy: { rule: FIRST },
    prepare: () => makeFlag(narrow),
    act: (flag) => turn(flag, 'on'),
    passes: true,
  },
  {
    title: 'first-rollout: named users too, if they count',
    policy: { rule: { ...FIRST, alsoNarrow: true } },
    prepare: () => makeFlag(narrow),
    act: (flag) => turn(flag, 'on'),
    passes: false,
  },
  {
    title: 'tag-required: on without a tag',
    policy: { rule: { kind: 'tag-required', type: 'owner' } },
    prepare: () => makeFlag(rollout(1)),
    act: (flag) => turn(flag, 'on'),
    passes: false,
  },
  ...['team-a', 'nobody'].map((value) => ({
    title: `tag-required: on with the tag ${value}`,
    policy: { rule: { kind: 'tag-required' as const, type: 'owner', pattern: 'team-.*' } },
    prepare: async () => tagged(await makeFlag(rollout(1)), value),
    act: (flag: string) => turn(flag, 'on'),
    passes: value === 'team-a',
  })),
  {
    title: 'tag-required: the tag of a flag that is on is taken off',
    policy: { rule: { kind: 'tag-required', type: 'owner' } },
    prepare: async () => {
      const flag = await tagged(await makeFlag(rollout(1)), 'team-a')
      await turn(flag, 'on')
      return flag
    },
    act: (flag) => app.call('DELETE', `/api/admin/features/${flag}/tags/owner/team-a`),
    passes: false,
  },
  {
    title: 'description-required: a new flag without one',
    policy: { rule: { kind: 'description-required' } },
    act: () => app.call('POST', FEATURES, { body: { name: 'silent' } }),
    passes: false,
  },
  {
    title: 'description-required: a flag that never had one is turned on',
    policy: { rule: { kind: 'description-required' } },
    prepare: () => makeFlag(rollout(1), { description: '' }),
    act: (flag) => turn(flag, 'on'),
    passes: true,
  },
  ...['team.search', 'Search'].map((name) => ({
    title: `name-pattern: ${name}`,
    policy: { rule: { kind: 'name-pattern' as const, pattern: '[a-z]+\\.[a-z]+' } },
    act: () => app.call('POST', FEATURES, { body: { name } }),
    passes: name === 'team.search',
  })),
  ...['release', 'permission'].map((type) => ({
    title: `types-allowed: ${type}`,
    policy: { rule: { kind: 'types-allowed' as const, types: ['release', 'experiment'] } },
    act: () => app.call('POST', FEATURES, { body: { name: `of-type-${type}`, type } }),
    passes: type === 'release',
  })),
  ...(
    [
      ['2026-03-02T15:59:00.000Z', true],
      ['2026-03-02T16:00:00.000Z', false],
      ['2026-03-06T10:00:00.000Z', false],
    ] as const
  ).map(([at, passes]) => ({
    title: `change-window: at ${at}`,
    policy: { rule: WINDOW, environment: 'production' },
    prepare: () => makeFlag(rollout(1)),
    act: (flag: string) => {
      app.clock.jump(Date.parse(at) - app.clock.now().getTime())
      return turn(flag, 'on')
    },
    passes,
  })),
  {
    title: 'change-window: another environment',
    policy: { rule: WINDOW, environment: 'production' },
    prepare: () => makeFlag(rollout(1), { environment: 'development' }),
    act: (flag) => turn(flag, 'on', 'development'),
    passes: true,
  },
]

describe('the rule', () => {
  it.each(CASES.map((one) => [`${one.title} ${one.passes ? 'passes' : 'is refused'}`, one] as const))(
    '%s',
    async (_title, { policy, prepare, act, passes }) => {
      const flag = (await prepare?.()) ?? ''
      await under(policy, async () => {
        const { status } = await act(flag)
        expect(status === 403).toBe(!passes)
        if (passes) expect(status).toBeLessThan(300)
      })
    },
  )

  it('known-fields lets constraints be on fields that are defined, or that every SDK knows', async () => {
    await app.call('POST', '/api/admin/context', { body: { name: 'country' } })
    const on = (field: string) =>
      rollout(1, { constraints: [{ contextName: field, operator: 'IN', values: ['x'] }] })
    const flag = await makeFlag()
    await under({ rule: { kind: 'known-fields' } }, async () => {
      expect((await addStrategy(flag, on('country'))).status).toBe(200)
      expect((await addStrategy(flag, on('userId'))).status).toBe(200)
      expect((await addStrategy(flag, on('contry'))).status).toBe(403)
    })
  })
})

describe('policies', () => {
  const body: PolicyInput = { name: 'kept', effect: 'warn', rule: { kind: 'description-required' } }

  it('are listed, replaced and deleted, each with an event that can be undone', async () => {
    await app.call(createPolicy, { body, as: 'ann' })
    expect((await app.call(createPolicy, { body, as: 'ann' })).status).toBe(409)
    const { name, ...content } = body
    const params = { name }
    await app.call(updatePolicy, { params, body: { ...content, effect: 'refuse' }, as: 'ann' })
    await app.call(deletePolicy, { params, as: 'ann' })
    expect((await app.call(updatePolicy, { params, body: content, as: 'ann' })).status).toBe(404)
    expect((await app.call(deletePolicy, { params, as: 'ann' })).status).toBe(404)
    const undo = async () => {
      const newest = await app.backend.store.queries
        .selectFrom('events')
        .select('id')
        .where('type', 'like', 'policy-%')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const undone = await app.call('POST', `/api/admin/undo/${newest.id}`, {
        as: 'ann',
        body: { scope: 'write' },
      })
      expect(undone.status, undone.text).toBe(200)
    }
    await undo()
    const { policies } = (await app.call(getPolicies, { as: 'vera' })).body
    expect(policies).toMatchObject([{ ...body, effect: 'refuse', enabled: true, createdBy: 'ann' }])
    await app.call(deletePolicy, { params, as: 'ann' })
  })

  it('are written by Admins, about what is there', async () => {
    expect((await app.call(createPolicy, { body, as: 'ed' })).status).toBe(403)
    const wrong = async (more: object) => {
      const answer = await app.call('POST', '/api/halyard/policies', {
        body: { ...body, ...more },
        as: 'ann',
      })
      expect(answer.status).toBe(400)
      return (answer.body as Refusal).details.map(({ path }) => path)
    }
    expect(await wrong({ project: 'nowhere' })).toEqual(['/body/project'])
    expect(await wrong({ environment: 'production' })).toEqual(['/body/environment'])
    expect(await wrong({ rule: { kind: 'name-pattern', pattern: '(' } })).toEqual(['/body/rule/pattern'])
    const tried = await app.call(tryPolicy, {
      body: { policy: { ...body, rule: { kind: 'name-pattern', pattern: '(' } } },
      as: 'ann',
    })
    expect(tried.status).toBe(400)
    expect(tried.body).toMatchObject({ details: [{ path: '/body/policy/rule/pattern' }] })
    expect(await wrong({ rule: { ...WINDOW, to: '08:00' } })).toEqual(['/body/rule/to'])
    expect(await wrong({ rule: { ...WINDOW, timeZone: 'Mars/Base' } })).toEqual(['/body/rule/timeZone'])
  })

  it('are tried on the log before they are there', async () => {
    const flag = await makeFlag(rollout(100))
    await turn(flag, 'on')
    const policy: PolicyInput = { name: 'tried', effect: 'refuse', rule: FIRST, ...inProduction }
    const { body: tried } = await app.call(tryPolicy, { body: { policy, days: 30 }, as: 'ann' })
    expect(tried.changes).toBeGreaterThan(10)
    expect(tried.examples[0]).toMatchObject({
      type: 'feature-environment-enabled',
      violations: [{ flag, environment: 'production' }],
    })
    expect(tried.stopped).toBe(tried.examples.length)
    expect((await app.call(getPolicies, { as: 'ann' })).body.policies).toEqual([])
  })
})
