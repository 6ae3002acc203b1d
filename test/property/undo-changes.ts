import fc from 'fast-check'

export const PROJECT = '/api/admin/projects/default'
export const FEATURES = `${PROJECT}/features`
export const FLAGS = ['alpha', 'beta', 'gamma'] as const
export const ENVIRONMENTS = ['development', 'production'] as const
const flag = fc.constantFrom(...FLAGS)
const environment = fc.constantFrom(...ENVIRONMENTS)
const which = fc.nat(5)
const text = fc.string({ maxLength: 8 })
const constraint = fc.record(
  {
    contextName: fc.constantFrom('userId', 'appName'),
    operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS'),
    values: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  },
  { requiredKeys: ['contextName', 'operator', 'values'] },
)
const strategy = fc.record(
  {
    name: fc.constantFrom('flexibleRollout', 'default', 'userWithId'),
    title: text,
    disabled: fc.boolean(),
    sortOrder: fc.nat(3),
    constraints: fc.array(constraint, { maxLength: 2 }),
    parameters: fc.dictionary(
      fc.constantFrom('rollout', 'stickiness', 'groupId', 'userIds'),
      fc.constantFrom('5', '50'),
      { noNullPrototype: true },
    ),
    segments: fc.subarray([1, 2]),
  },
  { requiredKeys: ['name', 'parameters'] },
)
const variant = fc.record({
  name: fc.constantFrom('red', 'blue'),
  weight: fc.nat(1000),
  weightType: fc.constant('variable'),
  stickiness: fc.constantFrom('default', 'userId'),
})

/** Any change of the sequences: of flags, their environments, strategies, tags, links, segments, roles and imports. */
export const change = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), flag, description: text, impressionData: fc.boolean() }),
  fc.record({
    kind: fc.constant('describe' as const),
    flag,
    description: text,
    type: fc.constantFrom('release', 'experiment'),
    stale: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('archive' as const, 'revive' as const, 'delete' as const), flag }),
  fc.record({ kind: fc.constantFrom('on' as const, 'off' as const), flag, environment }),
  fc.record({ kind: fc.constant('addStrategy' as const), flag, environment, strategy }),
  fc.record({ kind: fc.constant('updateStrategy' as const), flag, environment, which, strategy }),
  fc.record({ kind: fc.constant('patchStrategy' as const), flag, environment, which, strategy }),
  fc.record({ kind: fc.constant('removeStrategy' as const), flag, environment, which }),
  fc.record({
    kind: fc.constant('order' as const),
    flag,
    environment,
    places: fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('variants' as const),
    flag,
    environment,
    variants: fc.uniqueArray(variant, { maxLength: 2, selector: (one) => one.name }),
  }),
  fc.record({
    kind: fc.constantFrom('tag' as const, 'untag' as const),
    flag,
    value: fc.constantFrom('one', 'two'),
  }),
  fc.record({
    kind: fc.constant('link' as const),
    flag,
    url: fc.constantFrom('https://a.example', 'https://b.example'),
  }),
  fc.record({ kind: fc.constant('unlink' as const), flag, which }),
  fc.record({
    kind: fc.constantFrom('depend' as const, 'independ' as const),
    flag,
    parent: flag,
    enabled: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('clone' as const), flag, name: flag }),
  fc.record({
    kind: fc.constant('segment' as const),
    name: fc.constantFrom('s1', 's2', 's3'),
    constraints: fc.array(constraint, { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('editSegment' as const),
    id: fc.integer({ min: 1, max: 4 }),
    name: fc.constantFrom('s1', 's2', 's3'),
    constraints: fc.array(constraint, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('removeSegment' as const), id: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('field' as const),
    name: fc.constantFrom('plan', 'region'),
    description: text,
  }),
  fc.record({
    kind: fc.constant('editField' as const),
    name: fc.constantFrom('plan', 'region'),
    description: text,
    stickiness: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('removeField' as const), name: fc.constantFrom('plan', 'region') }),
  fc.record({
    kind: fc.constantFrom('tagType' as const, 'removeTagType' as const),
    name: fc.constantFrom('team', 'area'),
  }),
  fc.record({
    kind: fc.constant('role' as const),
    name: fc.constantFrom('r1', 'r2'),
    permission: fc.constantFrom('CREATE_FEATURE', 'UPDATE_FEATURE'),
  }),
  fc.record({
    kind: fc.constant('editRole' as const),
    id: fc.integer({ min: 6, max: 9 }),
    name: fc.constantFrom('r1', 'r2'),
    permission: fc.constantFrom('CREATE_FEATURE', 'UPDATE_FEATURE'),
  }),
  fc.record({ kind: fc.constant('removeRole' as const), id: fc.integer({ min: 6, max: 9 }) }),
  fc.record({ kind: fc.constant('group' as const), name: fc.constantFrom('g1', 'g2'), description: text }),
  fc.record({ kind: fc.constant('removeGroup' as const), id: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('project' as const),
    name: fc.constantFrom('Default', 'Main'),
    description: text,
  }),
  fc.record({ kind: fc.constant('bulkOn' as const), environment }),
  fc.record({ kind: fc.constant('bulkArchive' as const) }),
  fc.record({ kind: fc.constant('bulkTag' as const), value: fc.constantFrom('one', 'two') }),
  fc.record({ kind: fc.constant('import' as const), environment, from: flag, description: text, strategy }),
)
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const rollout: Extract<Change, { kind: 'addStrategy' }>['strategy'] = {
  name: 'flexibleRollout',
  parameters: { rollout: '5' },
  constraints: [],
  segments: [1],
}
const at = { flag: 'alpha', environment: 'development' } as const
const twoParameters: typeof rollout = {
  ...rollout,
  parameters: { rollout: '5', stickiness: '5', groupId: '50' },
}
/** SDKs get parameters in the order in which they are stored. */
export const IN_OTHER_ORDER: Change[] = [
  { kind: 'addStrategy', ...at, strategy: twoParameters },
  {
    kind: 'updateStrategy',
    ...at,
    which: 1,
    strategy: { ...rollout, title: 'x', parameters: { groupId: '50', stickiness: '5', rollout: '5' } },
  },
]

/** An import, and a write after it that changed nothing: the import can be undone all the same. */
export const SAME_VARIANTS_AFTER_IMPORT: Change[] = [
  { kind: 'import', environment: 'development', from: 'beta', description: 'd', strategy: rollout },
  { kind: 'variants', flag: 'beta', environment: 'development', variants: [] },
]

/** Each kind of change once, so that all are made: most of those by chance are refused. */
export const EVERYTHING: Change[] = [
  { kind: 'addStrategy', ...at, strategy: { ...rollout, title: 'x' } },
  { kind: 'order', ...at, places: [3, 1, 2] },
  { kind: 'updateStrategy', ...at, which: 0, strategy: { ...rollout, title: 'y' } },
  { kind: 'patchStrategy', ...at, which: 1, strategy: { name: 'default', parameters: {}, title: 'z' } },
  { kind: 'removeStrategy', ...at, which: 1 },
  { kind: 'off', ...at },
  { kind: 'bulkOn', environment: 'development' },
  { kind: 'removeStrategy', ...at, which: 0 },
  { kind: 'on', ...at },
  {
    kind: 'variants',
    ...at,
    variants: [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'userId' }],
  },
  { kind: 'describe', flag: 'alpha', description: 'd', type: 'experiment', stale: true },
  { kind: 'tag', flag: 'alpha', value: 'one' },
  { kind: 'bulkTag', value: 'two' },
  { kind: 'untag', flag: 'alpha', value: 'one' },
  { kind: 'link', flag: 'alpha', url: 'https://a.example' },
  { kind: 'unlink', flag: 'alpha', which: 0 },
  { kind: 'depend', flag: 'alpha', parent: 'beta', enabled: true },
  { kind: 'depend', flag: 'alpha', parent: 'beta', enabled: false },
  { kind: 'independ', flag: 'alpha', parent: 'beta', enabled: false },
  { kind: 'depend', flag: 'alpha', parent: 'beta', enabled: false },
  { kind: 'archive', flag: 'gamma' },
  { kind: 'revive', flag: 'gamma' },
  { kind: 'archive', flag: 'gamma' },
  { kind: 'delete', flag: 'gamma' },
  { kind: 'clone', flag: 'alpha', name: 'gamma' },
  { kind: 'bulkArchive' },
  { kind: 'delete', flag: 'alpha' },
  { kind: 'create', flag: 'alpha', description: 'new', impressionData: true },
  { kind: 'import', environment: 'production', from: 'alpha', description: 'imported', strategy: rollout },
  { kind: 'segment', name: 's3', constraints: [] },
  {
    kind: 'editSegment',
    id: 3,
    name: 's3',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['a'] }],
  },
  { kind: 'removeSegment', id: 3 },
  { kind: 'field', name: 'plan', description: 'p' },
  { kind: 'editField', name: 'plan', description: 'q', stickiness: true },
  { kind: 'removeField', name: 'plan' },
  { kind: 'tagType', name: 'area' },
  { kind: 'removeTagType', name: 'team' },
  { kind: 'role', name: 'r1', permission: 'CREATE_FEATURE' },
  { kind: 'editRole', id: 6, name: 'r2', permission: 'UPDATE_FEATURE' },
  { kind: 'removeRole', id: 6 },
  { kind: 'group', name: 'g1', description: 'd' },
  { kind: 'removeGroup', id: 1 },
  { kind: 'project', name: 'Main', description: 'd' },
]

/** An import can enable a flag with disabled strategies alone, which enabling it does not. */
export const IMPORTED_DISABLED: Change[] = [
  {
    kind: 'import',
    environment: 'development',
    from: 'gamma',
    description: 'd',
    strategy: { ...rollout, disabled: true },
  },
  { kind: 'bulkArchive' },
]
