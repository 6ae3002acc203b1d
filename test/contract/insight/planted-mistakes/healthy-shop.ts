import { rolloutPosition } from '#shared/flags/evaluation/hash.ts'
import type { PolicyInput } from '#shared/changes/schemas/policy.ts'
import type { ExpectationInput } from '#shared/insight/schemas/expectation.ts'

/**
 * A shop as it should be: flags, access, and what its owners wrote down of them beforehand. No expectation and no policy knows of the
 * mistakes.
 */
const rollout = (percentage: number, groupId: string, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), stickiness: percentage < 100 ? 'userId' : 'default', groupId },
  ...more,
})
const where = (contextName: string, operator: string, rest: object) => [{ contextName, operator, ...rest }]
const variants = [
  { name: 'blue', weight: 900, weightType: 'fix', stickiness: 'userId' },
  { name: 'green', weight: 100, weightType: 'variable', stickiness: 'userId' },
]

/** Strategies in production, by flag; each of these is on there. */
export const STRATEGIES = {
  'shop.tenth': [rollout(10, 'shop.tenth')],
  'shop.country': [
    rollout(100, 'shop.country', { constraints: where('country', 'IN', { values: ['NO', 'SE'] }) }),
  ],
  'shop.embargo': [
    rollout(100, 'shop.embargo', { constraints: where('country', 'NOT_IN', { values: ['KP'] }) }),
  ],
  'shop.half': [rollout(50, 'checkout-2024')],
  'shop.session': [
    {
      ...rollout(50, 'shop.session'),
      parameters: { ...rollout(50, 'shop.session').parameters, stickiness: 'sessionId' },
    },
  ],
  'shop.colours': [rollout(100, 'shop.colours', { variants })],
  'shop.parent': [rollout(100, 'shop.parent')],
  'shop.child': [rollout(100, 'shop.child')],
  'shop.waiting': [rollout(100, 'shop.waiting')],
  'shop.nordic': [rollout(100, 'shop.nordic', { segments: ['nordic'] })],
  'shop.beta': [rollout(100, 'shop.beta', { segments: ['beta testers'] })],
  'shop.mail': [rollout(100, 'shop.mail')],
  'shop.version': [
    rollout(100, 'shop.version', { constraints: where('appVersion', 'SEMVER_GT', { value: '2.0.0' }) }),
  ],
  'shop.adults': [rollout(100, 'shop.adults', { constraints: where('age', 'NUM_GTE', { value: '18' }) })],
  'shop.staff': [
    rollout(100, 'shop.staff', {
      constraints: where('email', 'STR_ENDS_WITH', { values: ['@shop.example'] }),
    }),
  ],
  'shop.launch': [
    rollout(100, 'shop.launch', {
      constraints: where('currentTime', 'DATE_AFTER', { value: '2026-06-01T00:00:00.000Z' }),
    }),
  ],
  'shop.named': [rollout(100, 'shop.named', { constraints: where('userId', 'IN', { values: ['7', '8'] }) })],
  'shop.either': [
    rollout(100, 'shop.either', { constraints: where('country', 'IN', { values: ['NO'] }) }),
    rollout(100, 'shop.either', { constraints: where('plan', 'IN', { values: ['pro'] }) }),
  ],
  'shop.strict': [
    rollout(100, 'shop.strict', {
      constraints: [
        ...where('country', 'IN', { values: ['NO'] }),
        ...where('plan', 'IN', { values: ['pro'] }),
      ],
    }),
  ],
} satisfies Record<string, object[]>
export type LiveFlag = keyof typeof STRATEGIES

const TAGS = [{ type: 'team', value: 'checkout' }]
const about = { project: 'shop', description: 'A part of the shop', type: 'release', tags: TAGS }
const live = Object.entries(STRATEGIES).map(([name, strategies]) => ({
  ...{ name, ...about, environments: { production: { enabled: true, strategies } } },
  ...(name === 'shop.child' ? { dependencies: [{ feature: 'shop.parent' }] } : {}),
  ...(name === 'shop.waiting' ? { dependencies: [{ feature: 'shop.hidden' }] } : {}),
}))
const idle = (name: string, strategy: object, more: object = {}) => ({
  ...{ name, ...about, ...more },
  environments: { production: { enabled: false, strategies: [strategy] }, development: { enabled: true } },
})

const SHOP = {
  scenario: 1,
  roles: [
    {
      ...{ name: 'Switcher', type: 'custom', description: 'Switches flags while developing' },
      permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
    },
    {
      ...{ name: 'On call', type: 'custom', description: 'Switches flags at night' },
      permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
    },
    {
      ...{ name: 'Contractor', type: 'root-custom', description: 'Makes segments of open projects' },
      permissions: [{ name: 'CREATE_SEGMENT' }],
    },
  ],
  users: [
    { username: 'ines', rootRole: 'Viewer' },
    { username: 'ben', rootRole: 'Viewer' },
    { username: 'carl', rootRole: 'Viewer' },
    { username: 'olga', rootRole: 'Viewer' },
  ],
  serviceAccounts: [{ username: 'deployer', name: 'deployer', rootRole: 'Viewer' }],
  groups: [
    { name: 'interns', users: ['ines'] },
    { name: 'night', users: ['olga'] },
    { name: 'contractors', rootRole: 'Contractor', users: ['carl'] },
    { name: 'chiefs', rootRole: 'Admin', users: [] },
  ],
  projects: [
    {
      ...{ id: 'shop', name: 'Shop', environments: ['development', 'production'] },
      access: { users: { ben: ['Switcher'] }, groups: { night: ['On call'], interns: ['Switcher'] } },
    },
    { id: 'vault', name: 'Vault', mode: 'private' },
  ],
  tagTypes: [{ name: 'team', description: 'Owner' }],
  contextFields: ['country', 'plan', 'age', 'email', 'appVersion'].map((name) => ({ name })),
  segments: [
    { name: 'nordic', constraints: where('country', 'IN', { values: ['NO', 'SE', 'DK'] }) },
    { name: 'beta testers', constraints: where('userId', 'IN', { values: ['1', '2', '3'] }) },
  ],
  flags: [
    idle('shop.hidden', rollout(20, 'shop.hidden')),
    idle('shop.large', rollout(100, 'shop.large')),
    idle('shop.small', rollout(20, 'shop.small')),
    idle('shop.orphan', rollout(20, 'shop.orphan'), { tags: [] }),
    ...live,
  ],
}

/** Made-up users that a rollout lets in. */
const usersWithin = (groupId: string, percentage: number, count: number): string[] => {
  const names = Array.from({ length: 1000 }, (_, n) => `person-${n}`)
  return names.filter((name) => rolloutPosition(groupId, name) <= percentage).slice(0, count)
}

type Result = NonNullable<ExpectationInput['expect']>
const ON: Result = { enabled: true }
const OFF: Result = { enabled: false }
const of = (
  name: string,
  flag: string,
  contexts: Record<string, unknown>[] | undefined,
  expected: Result,
  more: Partial<ExpectationInput> = {},
): ExpectationInput => ({
  ...{ name, flag, environment: 'production', gate: 'refuse', expect: expected },
  ...(contexts ? { contexts } : {}),
  ...more,
})
const access = (
  name: string,
  holder: NonNullable<ExpectationInput['access']>,
  permission: NonNullable<ExpectationInput['permission']>,
  more: Partial<ExpectationInput>,
): ExpectationInput => ({ name, access: holder, permission, allowed: false, ...more })

const EXPECTATIONS: ExpectationInput[] = [
  of('a tenth', 'shop.tenth', undefined, { ...ON, share: 10, tolerance: 3 }, { users: { count: 1000 } }),
  of('Norway and Sweden', 'shop.country', [{ country: 'NO' }, { country: 'SE' }], ON),
  of('not Denmark', 'shop.country', [{ country: 'DK' }, {}], OFF),
  of('not under embargo', 'shop.embargo', [{ country: 'KP' }], OFF),
  of('everybody else trades', 'shop.embargo', [{ country: 'NO' }, { country: 'US' }], ON),
  of(
    'the same half',
    'shop.half',
    usersWithin('checkout-2024', 50, 20).map((userId) => ({ userId })),
    ON,
  ),
  of(
    'a session stays',
    'shop.session',
    usersWithin('shop.session', 50, 20).map((sessionId, n) => ({ sessionId, userId: `u${n}` })),
    ON,
  ),
  of(
    'nine in ten are blue',
    'shop.colours',
    undefined,
    { ...ON, variant: 'blue', share: 90, tolerance: 3 },
    { users: { count: 1000 } },
  ),
  of('parent is on', 'shop.parent', undefined, ON),
  of('child is on', 'shop.child', undefined, ON),
  of(
    'waits for the hidden one',
    'shop.waiting',
    undefined,
    { ...OFF, reason: 'parent-off' },
    { users: { count: 100 } },
  ),
  of('the north', 'shop.nordic', [{ country: 'NO' }, { country: 'SE' }, { country: 'DK' }], ON),
  of('only the north', 'shop.nordic', [{ country: 'DE' }], OFF),
  of('testers', 'shop.beta', [{ userId: '1' }, { userId: '3' }], ON),
  of('testers only', 'shop.beta', [{ userId: '4' }, {}], OFF),
  of('mail goes out', 'shop.mail', undefined, ON),
  of('hidden in production', 'shop.hidden', undefined, OFF, { users: { count: 100 } }),
  of('seen while developing', 'shop.hidden', undefined, ON, { environment: 'development' }),
  of('new versions', 'shop.version', [{ appVersion: '2.0.1' }, { appVersion: '10.0.0' }], ON),
  of('not old versions', 'shop.version', [{ appVersion: '2.0.0' }, { appVersion: '1.9.9' }], OFF),
  of('adults', 'shop.adults', [{ age: '18' }, { age: '80' }], ON),
  of('no minors', 'shop.adults', [{ age: '17' }, {}], OFF),
  of('staff', 'shop.staff', [{ email: 'ann@shop.example' }], ON),
  of('no outsiders', 'shop.staff', [{ email: 'ann@shop.example.org' }], OFF),
  of('launched', 'shop.launch', [{ currentTime: '2026-06-02T00:00:00.000Z' }], ON),
  of('not before the launch', 'shop.launch', [{ currentTime: '2026-05-31T00:00:00.000Z' }], OFF),
  of('Ann and Bob', 'shop.named', [{ userId: '7' }, { userId: '8' }], ON),
  of('nobody else', 'shop.named', [{ userId: '78' }], OFF),
  of('Norway, or pro', 'shop.either', [{ country: 'NO' }, { plan: 'pro' }], ON),
  of('neither', 'shop.either', [{ country: 'SE', plan: 'free' }], OFF),
  of('pro in Norway', 'shop.strict', [{ country: 'NO', plan: 'pro' }], ON),
  of('not one of the two', 'shop.strict', [{ country: 'NO' }, { plan: 'pro' }], OFF),
  access('switchers delete nothing', { role: 'Switcher' }, 'DELETE_FEATURE', { project: 'shop' }),
  access('switchers leave production', { role: 'Switcher' }, 'UPDATE_FEATURE_ENVIRONMENT', {
    ...{ project: 'shop', environment: 'production' },
  }),
  access('interns add nobody', { group: 'interns' }, 'UPDATE_PROJECT', { project: 'shop' }),
  access('interns create no project', { user: 'ines' }, 'CREATE_PROJECT', {}),
  access('night may switch', { group: 'night' }, 'UPDATE_FEATURE_ENVIRONMENT', {
    ...{ project: 'shop', environment: 'production', allowed: true },
  }),
  access('on call may switch', { role: 'On call' }, 'UPDATE_FEATURE_ENVIRONMENT', {
    ...{ project: 'shop', environment: 'production', allowed: true },
  }),
  access('olga may switch', { user: 'olga' }, 'UPDATE_FEATURE_ENVIRONMENT', {
    ...{ project: 'shop', environment: 'production', allowed: true },
  }),
  access('the vault is closed', { user: 'carl' }, 'CREATE_SEGMENT', { project: 'vault' }),
  access('ben is no Admin', { user: 'ben' }, 'ADMIN', {}),
  access('ben creates no flag', { user: 'ben' }, 'CREATE_FEATURE', { project: 'shop' }),
  access('the deployer reads only', { user: 'deployer' }, 'CREATE_PROJECT', {}),
]

const POLICIES: PolicyInput[] = [
  {
    ...{ name: 'begin with a quarter', rule: { kind: 'first-rollout', atMost: 25 }, effect: 'refuse' },
    environmentType: 'production',
  },
  {
    ...{ name: 'has an owner', rule: { kind: 'tag-required', type: 'team' }, effect: 'refuse' },
    environmentType: 'production',
  },
  { name: 'says what it is', rule: { kind: 'description-required' }, effect: 'refuse' },
  { name: 'well named', rule: { kind: 'name-pattern', pattern: 'shop\\.[a-z-]+' }, effect: 'refuse' },
  {
    name: 'ends one day',
    rule: { kind: 'types-allowed', types: ['release', 'experiment'] },
    effect: 'refuse',
  },
  { name: 'knows its fields', rule: { kind: 'known-fields' }, effect: 'refuse' },
]

/** The shop as a scenario file. */
export const HEALTHY = JSON.stringify({ ...SHOP, expect: EXPECTATIONS, policies: POLICIES })
