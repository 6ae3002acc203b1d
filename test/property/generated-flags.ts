import fc from 'fast-check'

import type {
  EvaluatedConstraint,
  EvaluatedFeature,
  EvaluatedSegment,
  EvaluatedVariant,
  EvaluationContext,
} from '#shared/flags/evaluation/index.ts'
import { OPERATORS } from '#shared/flags/schemas/constraint.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const FIELDS = [
  'userId',
  'sessionId',
  'appName',
  'remoteAddress',
  'environment',
  'currentTime',
  'country',
  'age',
  'version',
  'ip',
  'properties',
  'constructor',
  '__proto__',
  'toString',
] as const
const field = fc.constantFrom(...FIELDS)

type EvaluatedStrategy = EvaluatedFeature['strategies'][number]

/** Texts that some operator parses, matches or rejects. */
const text = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...['', ' ', 'a', 'A', 'B', 'NO', 'no', ' se ', 'İ', 'ß', '\ud800', 'null', 'undefined', 'true'],
      ...['7', '18', ' 18 ', '1e3', '-0', '0x10', 'NaN', 'Infinity', '7.0'],
      ...['1.2.3', '1.2.4-beta', '1.2.3+build', 'v1.2.3', '1.2', ' 1.2.3', '01.2.3'],
      ...['10.0.0.1', '10.0.0.0/8', '10.0.0.0/16', '10.0.0.1/8', '0.0.0.0/0', '255.255.255.255'],
      ...['::1', '::/0', 'fe80::/10', 'fe80::1', '::ffff:10.0.0.1', '1.1.1.1/33'],
      ...['2026-01-01T00:00:00.000Z', '2027-01-01', NOW, 'yesterday', '^a.*', '(', '.*'],
    ),
  },
  { weight: 1, arbitrary: fc.string() },
)

const constraint: fc.Arbitrary<EvaluatedConstraint> = fc.record(
  {
    contextName: fc.oneof({ weight: 9, arbitrary: field }, { weight: 1, arbitrary: fc.string() }),
    operator: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...OPERATORS) },
      { weight: 1, arbitrary: fc.constantFrom('NONE', '', 'constructor') },
    ),
    values: fc.array(text, { maxLength: 8 }),
    value: text,
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  },
  { requiredKeys: ['contextName', 'operator'] },
)

/** Constraints that hold for about half of the contexts. */
const decidingConstraints: EvaluatedConstraint[] = [
  { contextName: 'country', operator: 'IN', values: ['no', 'a'] },
  { contextName: 'appName', operator: 'NOT_IN', values: ['a'] },
  { contextName: 'age', operator: 'NUM_GTE', value: '18', inverted: true },
  { contextName: 'sessionId', operator: 'STR_CONTAINS', values: ['a', '1', ''] },
  { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00.000Z' },
  { contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2026-11-21T12:00:00.001Z' },
]

const stickiness = fc.constantFrom('default', 'userId', 'sessionId', 'random', 'country', '')
const variants: fc.Arbitrary<EvaluatedVariant[]> = fc.array(
  fc.record(
    {
      name: fc.constantFrom('red', 'green', 'blue', 'disabled'),
      weight: fc.oneof(fc.constantFrom(0, 1000), fc.integer({ min: 0, max: 1000 })),
      stickiness,
      payload: fc.record({ type: fc.constantFrom('string', 'json'), value: text }),
      overrides: fc.array(fc.record({ contextName: field, values: fc.array(text, { maxLength: 2 }) }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['name', 'weight'] },
  ),
  { maxLength: 3 },
)

const list = fc.array(text, { maxLength: 3 }).map((items) => items.join(','))
const percentage = fc.constantFrom('0', '1', '33', '50', '99', '100', '150', '-1', 'half', '')
const anyStrategy: fc.Arbitrary<EvaluatedStrategy> = fc.record(
  {
    name: fc.constantFrom(
      ...['default', 'flexibleRollout', 'flexibleRollout', 'remoteAddress', 'userWithId', 'unknownToAll'],
      ...['applicationHostname', 'gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom'],
    ),
    parameters: fc.record(
      {
        rollout: percentage,
        percentage,
        stickiness,
        groupId: fc.constantFrom('g', 'group', 'a longer group', 'größe', ''),
        userIds: list,
        IPs: list,
        hostNames: fc.constantFrom('here, there', 'HERE', '', 'undefined'),
      },
      { requiredKeys: [] },
    ),
    constraints: fc.array(constraint, { maxLength: 3 }),
    segments: fc.array(fc.constantFrom(1, 2, 99), { maxLength: 2 }),
    variants,
    disabled: fc.boolean(),
    isProjectDefault: fc.boolean(),
  },
  { requiredKeys: ['name'] },
)

/** Strategies that let some contexts in and others not: what is generated at random mostly lets none in. */
const decidingStrategy: fc.Arbitrary<EvaluatedStrategy> = fc.record({
  name: fc.constant('flexibleRollout'),
  parameters: fc.record({
    rollout: fc.constantFrom('33', '50', '66'),
    stickiness: fc.constantFrom('default', 'userId', 'sessionId', 'country'),
    groupId: fc.constantFrom('g', 'group', 'a longer group'),
  }),
  constraints: fc.subarray(decidingConstraints, { maxLength: 3 }),
})
const strategy = fc.oneof({ weight: 2, arbitrary: anyStrategy }, { weight: 1, arbitrary: decidingStrategy })

const parents = fc.array(
  fc.record(
    {
      feature: fc.constantFrom('parent', 'grandchild', 'missing', 'flag'),
      enabled: fc.boolean(),
      variants: fc.subarray(['red', 'blue', 'disabled']),
    },
    { requiredKeys: ['feature'] },
  ),
  { maxLength: 2 },
)

const feature = (
  name: string,
  dependencies: fc.Arbitrary<EvaluatedFeature['dependencies']>,
): fc.Arbitrary<EvaluatedFeature> =>
  fc.record(
    {
      name: fc.constant(name),
      enabled: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.boolean() }),
      strategies: fc.array(strategy, { maxLength: 4 }),
      variants,
      dependencies,
    },
    { requiredKeys: ['name', 'enabled', 'strategies'] },
  )

/** Flags that depend on each other, in more levels than count. */
export const generatedFlags: fc.Arbitrary<EvaluatedFeature[]> = fc
  .tuple(
    feature('flag', parents),
    feature('parent', fc.constant([])),
    feature('grandchild', fc.constant([{ feature: 'parent' }])),
  )
  .map((flags) => [...flags])

export const generatedSegments: fc.Arbitrary<EvaluatedSegment[]> = fc
  .tuple(fc.array(constraint, { maxLength: 3 }), fc.array(constraint, { maxLength: 1 }))
  .map((lists) => lists.map((constraints, index) => ({ id: index + 1, constraints })))

const property = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2, withNullPrototype: true }).filter(isJson) },
)

/** Contexts with values missing, of other types, and under the names of inherited properties. */
export const generatedContext: fc.Arbitrary<EvaluationContext> = fc.record(
  {
    userId: text,
    sessionId: text,
    appName: text,
    remoteAddress: text,
    environment: text,
    currentTime: text,
    country: fc.oneof(fc.constantFrom('no', 'a', 'se'), property),
    properties: fc.dictionary(field, property),
  },
  { requiredKeys: [] },
)

/** Functions and the like never come with a request. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
