import { describe, expect, it } from 'vitest'

import type { EvaluatedFeature } from '#shared/flags/evaluation/index.ts'
import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { AccessSources } from './check-access.ts'
import { checkAll, type ExpectationSources } from './run-expectations.ts'

const rollout = (percentage: number, stickiness = 'default') => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), stickiness, groupId: 'half' },
})
const norway = { contextName: 'country', operator: 'IN', values: ['NO'] }
const FLAGS: readonly EvaluatedFeature[] = [
  { name: 'on', enabled: true, strategies: [] },
  { name: 'off', enabled: false, strategies: [] },
  {
    name: 'nordic',
    enabled: true,
    strategies: [{ ...rollout(100), title: 'Nordic', constraints: [norway] }],
  },
  { name: 'half', enabled: true, strategies: [rollout(50)] },
  { name: 'chance', enabled: true, strategies: [rollout(50, 'random')] },
  { name: 'blue', enabled: true, strategies: [], variants: [{ name: 'blue', weight: 1000 }] },
]
const viewer = { id: 3, name: 'Viewer', type: 'root' as const, permissions: [] }
const editor = {
  id: 2,
  name: 'Flag editor',
  type: 'custom' as const,
  permissions: [
    { permission: 'UPDATE_FEATURE' as const },
    { permission: 'UPDATE_FEATURE_ENVIRONMENT' as const, environment: 'development' },
  ],
}
const SOURCES: ExpectationSources = {
  flagsOf: (environment) =>
    environment === 'development'
      ? {
          evaluation: {
            feature: (name) => FLAGS.find((one) => one.name === name),
            segment: () => undefined,
            now: new Date(0),
            random: () => 0.5,
          },
          overridesOf: () => [],
          archivedIn: (flag) => (flag === 'old' ? 'default' : undefined),
        }
      : undefined,
  access: new AccessSources(
    {
      roles: [editor, viewer],
      assignments: [{ userId: 1, roleId: 3 }],
      groups: [{ id: 1, name: 'devs', members: [], roles: [{ roleId: 2, project: 'shop' }] }],
      privateProjects: ['secret'],
    },
    new Map([['ann', 1]]),
  ),
}

/** Runs one expectation of a flag in the environment of these tests. */
const run = async (one: object) => {
  const { results } = await checkAll([ExpectationInput.parse(one)], SOURCES)
  return results[0]
}
const inDevelopment = (one: object) => run({ environment: 'development', ...one })

describe('an expectation of a flag', () => {
  it.each([
    [{ flag: 'on', expect: { enabled: true } }],
    [{ flag: 'on', expect: { enabled: true, reason: 'no-strategies' } }],
    [{ flag: 'off', expect: { enabled: false, reason: 'disabled' } }],
    [{ flag: 'nordic', contexts: [{ country: 'NO' }], expect: { enabled: true } }],
    [{ flag: 'nordic', contexts: [{ properties: { country: 'NO' } }], expect: { enabled: true } }],
    [{ flag: 'nordic', contexts: [{ country: 'DK' }, {}], expect: { enabled: false } }],
    [{ flag: 'blue', contexts: [{ userId: 7 }], expect: { enabled: true, variant: 'blue' } }],
    [{ flag: 'on', expect: { enabled: true, variant: 'disabled' } }],
    [{ flag: 'half', users: { count: 1000 }, expect: { enabled: true, share: 50, tolerance: 3 } }],
    [{ flag: 'half', users: { count: 1000, field: 'sessionId' }, expect: { enabled: false, share: 50 } }],
    [{ flag: 'chance', users: { count: 1000 }, expect: { enabled: true, share: 50 } }],
    [{ flag: 'nordic', users: { count: 10, context: { country: 'NO' } }, expect: { enabled: true } }],
  ])('passes: %j', async (one) => {
    expect(await inDevelopment(one)).toMatchObject({ passed: true, explanation: [] })
  })

  it.each([
    [
      { flag: 'off', expect: { enabled: true } },
      'expected on, is off',
      ['Off: it is disabled in this environment.'],
    ],
    [
      { flag: 'nordic', contexts: [{ country: 'NO' }, { country: 'DK' }], expect: { enabled: true } },
      'expected on, is off for country=DK',
      ['Off: its strategy did not match.', '“Nordic”: a constraint did not hold, country is “DK”.'],
    ],
    [
      { flag: 'blue', contexts: [{ userId: '7' }], expect: { enabled: true, variant: 'red' } },
      'expected on, variant red, is on, variant blue for userId=7',
      ['On: it is enabled, and no strategy says for whom.', expect.stringContaining('Variant blue')],
    ],
    [
      { flag: 'on', expect: { enabled: true, reason: 'strategy-matched' } },
      'expected on, strategy-matched, is on, no-strategies',
      ['On: it is enabled, and no strategy says for whom.'],
    ],
    [
      { flag: 'on', users: { count: 10 }, expect: { enabled: true, share: 50 } },
      'expected on for 50% ± 5%, is on for 100% of 10 users',
      ['userId=user-1:', 'On: it is enabled, and no strategy says for whom.'],
    ],
    [
      { flag: 'half', users: { count: 1000 }, expect: { enabled: true } },
      expect.stringMatching(/^expected on, is off for userId=user-\d+$/),
      ['Off: its strategy did not match.', expect.stringContaining('is beyond 50%')],
    ],
    [
      { flag: 'old', expect: { enabled: true } },
      'expected on, is off',
      ['Off: it is archived, and SDKs do not get it.'],
    ],
    [
      { flag: 'on', environment: 'nowhere', expect: { enabled: true } },
      'there is no environment nowhere',
      [],
    ],
  ])('fails with the reason: %j', async (one, message: unknown, explanation: unknown) => {
    expect(await inDevelopment(one)).toMatchObject({ passed: false, message, explanation })
  })

  it('names the first context that differs', async () => {
    const contexts = [{ country: 'NO' }, { country: 'SE' }, { country: 'DK' }]
    expect(await inDevelopment({ flag: 'nordic', contexts, expect: { enabled: true } })).toMatchObject({
      context: { country: 'SE' },
    })
  })

  it('explains a share that is too small by somebody who is out', async () => {
    const one = { flag: 'half', users: { count: 1000 }, expect: { enabled: true, share: 100 } }
    expect((await inDevelopment(one))?.explanation).toEqual([
      expect.stringMatching(/^userId=user-\d+:$/),
      'Off: its strategy did not match.',
      expect.stringContaining('is beyond 50%'),
    ])
  })
})

describe('an expectation of access', () => {
  const inShop = { permission: 'UPDATE_FEATURE', project: 'shop' }
  it.each([
    [{ access: { user: 'ann' }, ...inShop, allowed: false }],
    [{ access: { group: 'devs' }, ...inShop, allowed: true }],
    [{ access: { group: 'devs' }, ...inShop, project: 'other', allowed: false }],
    [{ access: { role: 'Flag editor' }, ...inShop, allowed: true }],
    [
      {
        access: { group: 'devs' },
        ...inShop,
        permission: 'UPDATE_FEATURE_ENVIRONMENT',
        environment: 'production',
        allowed: false,
      },
    ],
    [{ access: { role: 'Viewer' }, permission: 'CREATE_SEGMENT', allowed: false }],
  ])('passes: %j', async (one) => {
    expect(await run(one)).toMatchObject({ passed: true })
  })

  it('explains who may, and who may not', async () => {
    expect(await run({ access: { group: 'devs' }, ...inShop, allowed: false })).toMatchObject({
      passed: false,
      message: 'expected not allowed, is allowed',
      explanation: ['Flag editor in project shop (through the group devs): grants it.'],
    })
    expect(await run({ access: { user: 'ann' }, ...inShop, allowed: true })).toMatchObject({
      passed: false,
      explanation: [
        'Viewer: does not hold the permission.',
        expect.stringContaining('The smallest grant that would do'),
      ],
    })
  })

  it('fails for somebody who is not there', async () => {
    expect(await run({ access: { user: 'ben' }, ...inShop, allowed: false })).toMatchObject({
      passed: false,
      message: 'there is no user ben',
    })
  })
})

describe('the shape of an expectation', () => {
  const on = { enabled: true }
  it.each<[object, string]>([
    [{}, 'flag'],
    [{ flag: 'a', expect: on }, 'environment'],
    [{ flag: 'a', environment: 'b' }, 'expect'],
    [{ flag: 'a', environment: 'b', expect: on, allowed: true }, 'allowed'],
    [{ flag: 'a', environment: 'b', expect: on, contexts: [{}], users: { count: 1 } }, 'contexts'],
    [{ flag: 'a', environment: 'b', expect: { ...on, share: 5 } }, 'expect.share'],
    [{ flag: 'a', environment: 'b', expect: on, contexts: [{ x: 'y'.repeat(20_000) }] }, 'contexts'],
    [{ access: { user: 'a' }, permission: 'UPDATE_FEATURE', allowed: true }, 'project'],
    [{ access: { user: 'a' }, permission: 'CREATE_PROJECT' }, 'allowed'],
    [{ access: { user: 'a', group: 'b' }, permission: 'CREATE_PROJECT', allowed: true }, 'access'],
  ])('case %# is refused at its field', (one, path) => {
    const { error } = ExpectationInput.safeParse(one)
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
  })

  it('has a name made of what it is about, and not of what is expected', () => {
    const one = { flag: 'a', environment: 'b', contexts: [{ userId: '7', properties: { x: 1 } }] }
    expect(nameOfExpectation({ ...one, expect: on })).toBe('a in b for userId=7 x=1')
    expect(nameOfExpectation({ ...one, expect: { enabled: false } })).toBe('a in b for userId=7 x=1')
    const long = (value: string) =>
      nameOfExpectation({ ...one, expect: on, contexts: [{ x: 'y'.repeat(300) + value }] })
    expect(long('1')).not.toBe(long('2'))
    expect(long('1').length).toBeLessThan(220)
  })
})
