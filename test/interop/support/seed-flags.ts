import { seededRandom } from '#support/runner/random.ts'
import type { OriginalVersion } from './install-original.ts'

/** Constraint, strategy and flag as the Admin API takes them. */
export interface SeedConstraint {
  contextName: string
  operator: string
  values?: string[]
  value?: string
  inverted?: boolean
  caseInsensitive?: boolean
}
export interface SeedStrategy {
  name: string
  title?: string
  disabled?: boolean
  parameters?: Record<string, string>
  constraints?: SeedConstraint[]
  /** Names; the instance numbers them. */
  segments?: string[]
  variants?: object[]
}
export interface SeedFlag {
  name: string
  type: string
  description: string | null
  impressionData: boolean
  stale: boolean
  environments: Record<SeedEnvironment, { enabled: boolean; strategies: SeedStrategy[]; isReversed: boolean }>
  tags: { type: string; value: string }[]
  links: { url: string; title?: string }[]
  dependency?: { feature: string; enabled: boolean; variants?: string[] }
}

/** The environments of an open-source service: it cannot create others. */
export const SEED_ENVIRONMENTS = ['development', 'production'] as const
export type SeedEnvironment = (typeof SEED_ENVIRONMENTS)[number]

/** Flags, those of them with several strategies, and those in the archive beside them. */
export const SEED_SIZE = { flags: 300, withSeveral: 56, archived: 10 } as const

/** Contexts in which an answer can differ. */
export interface SeedContext {
  userId: string
  sessionId: string
  remoteAddress: string
  currentTime: string
  properties: Record<string, string>
}

const COUNTRIES = ['no', 'se', 'de', 'us', 'jp']
const PLANS = ['free', 'pro', 'team']
const TYPES = ['release', 'experiment', 'operational', 'kill-switch', 'permission']
/** Segments that strategies use; others are there for nobody. */
export const USED_SEGMENTS = ['nordic', 'paying', 'early-adopters', 'new-clients']

/** One constraint of each operator, as a context of `seedContexts` can meet it or not. */
const CONSTRAINTS: readonly SeedConstraint[] = [
  { contextName: 'country', operator: 'IN', values: ['no', 'se'] },
  { contextName: 'userId', operator: 'NOT_IN', values: ['u1', 'u2', 'u3', 'u5', 'u8'] },
  { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com', '@EXAMPLE.org'] },
  { contextName: 'email', operator: 'STR_STARTS_WITH', values: ['u1', 'U2'] },
  { contextName: 'email', operator: 'STR_CONTAINS', values: ['7', 'Staff'] },
  { contextName: 'age', operator: 'NUM_EQ', value: '30' },
  { contextName: 'age', operator: 'NUM_GT', value: '40' },
  { contextName: 'age', operator: 'NUM_GTE', value: '18' },
  { contextName: 'age', operator: 'NUM_LT', value: '65.5' },
  { contextName: 'age', operator: 'NUM_LTE', value: '30' },
  { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-06-01T00:00:00.000Z' },
  { contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2026-09-01T00:00:00.000Z' },
  { contextName: 'appVersion', operator: 'SEMVER_EQ', value: '2.0.0' },
  { contextName: 'appVersion', operator: 'SEMVER_GT', value: '1.4.0' },
  { contextName: 'appVersion', operator: 'SEMVER_LT', value: '3.0.0-beta.1' },
  { contextName: 'email', operator: 'REGEX', value: '^u[0-9]*[02468]@' },
]
/** Operators that version 8 adds. */
const LATER: readonly SeedConstraint[] = [
  { contextName: 'appVersion', operator: 'SEMVER_GTE', value: '2.0.0' },
  { contextName: 'appVersion', operator: 'SEMVER_LTE', value: '2.0.0' },
]

export const seedConstraints = (version: OriginalVersion): SeedConstraint[] => [
  ...CONSTRAINTS,
  ...(version.startsWith('7.') ? [] : LATER),
]

/** Makes contexts: the same ones for the same number. */
export function seedContexts(count: number): SeedContext[] {
  const random = seededRandom(11)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  return Array.from({ length: count }, (_, index) => ({
    userId: `u${index}`,
    sessionId: `s${Math.floor(random() * 1e6)}`,
    remoteAddress: `10.0.${index % 4}.${Math.floor(random() * 250)}`,
    currentTime: pick(['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z', '2026-11-15T12:00:00.000Z']),
    properties: {
      country: pick(COUNTRIES),
      plan: pick(PLANS),
      tenantId: `t${index % 7}`,
      age: String(Math.floor(random() * 80)),
      appVersion: pick(['1.4.0', '2.0.0', '2.3.1', '3.0.0-beta.1', '3.1.0']),
      email: `u${index}${pick(['@example.com', '@Example.org', '.staff@other.net'])}`,
    },
  }))
}

/** Makes flags of every kind that open-source services know: the same ones for the same version. */
export function seedFlags(version: OriginalVersion): SeedFlag[] {
  const random = seededRandom(7)
  const constraints = seedConstraints(version)
  const isOneIn = (n: number) => random() < 1 / n
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T

  let made = 0
  /** Takes each operator in turn, in each of its forms. */
  function constraint(): SeedConstraint {
    const index = made++
    const base = constraints[index % constraints.length] as SeedConstraint
    const round = Math.floor(index / constraints.length)
    return {
      ...base,
      ...(round % 2 === 1 && base.operator !== 'REGEX' ? { inverted: true } : {}),
      ...(base.operator.startsWith('STR_') && round % 3 === 1 ? { caseInsensitive: true } : {}),
    }
  }

  function strategy(flag: string, index: number): SeedStrategy {
    const common = {
      ...(isOneIn(4) ? { title: `Part ${index + 1} of ${flag}` } : {}),
      ...(isOneIn(12) ? { disabled: true } : {}),
      constraints: Array.from({ length: pick([0, 0, 1, 1, 2]) }, constraint),
      segments: isOneIn(6) ? [pick(USED_SEGMENTS)] : [],
    }
    const kind = random()
    if (kind < 0.08) return { name: 'default', ...common }
    if (kind < 0.12) return { name: 'userWithId', parameters: { userIds: 'u1,u2,u13' }, ...common }
    if (kind < 0.16) return { name: 'remoteAddress', parameters: { IPs: '10.0.1.0/24,10.0.2.7' }, ...common }
    // no SDK has it: it is off for everybody
    if (kind < 0.19)
      return { name: 'byTenant', parameters: { tenants: 't1,t2', share: '20', beta: 'true' }, ...common }
    const stickiness = pick(['default', 'default', 'userId', 'sessionId', 'plan'])
    return {
      name: 'flexibleRollout',
      parameters: { rollout: pick(['0', '10', '33', '50', '75', '100', '100']), stickiness, groupId: flag },
      ...common,
      ...(isOneIn(4) ? { variants: variants(stickiness) } : {}),
    }
  }

  function variants(stickiness: string): object[] {
    const payload = pick([
      undefined,
      { type: 'string', value: 'bright, with a comma' },
      { type: 'json', value: '{"colour":"#f00","steps":[1,2]}' },
      { type: 'csv', value: 'a,b,c' },
      { type: 'number', value: '17.5' },
    ])
    return [
      { name: 'red', weight: 200, weightType: 'fix', stickiness, ...(payload ? { payload } : {}) },
      { name: 'green', weight: 400, weightType: 'variable', stickiness },
      { name: 'blue', weight: 400, weightType: 'variable', stickiness },
    ]
  }

  return Array.from({ length: SEED_SIZE.flags + SEED_SIZE.archived }, (_, index): SeedFlag => {
    const isArchived = index >= SEED_SIZE.flags
    const name = isArchived
      ? `old-${String(index - SEED_SIZE.flags).padStart(2, '0')}`
      : `flag-${String(index).padStart(3, '0')}`
    const hasSeveral = !isArchived && index % 5 === 0 && index / 5 < SEED_SIZE.withSeveral
    const environment = () => ({
      enabled: !isOneIn(3),
      strategies: Array.from({ length: hasSeveral ? pick([2, 3, 4]) : 1 }, (__, nth) => strategy(name, nth)),
      // the last comes first: their order is not that of their creation
      isReversed: hasSeveral && isOneIn(2),
    })
    return {
      name,
      type: TYPES[index % TYPES.length] as string,
      description: isOneIn(3) ? null : `Flag ${index}: “quoted”, <b>marked</b> and näive`,
      impressionData: isOneIn(5),
      stale: isOneIn(20),
      environments: { development: environment(), production: environment() },
      tags: index % 4 === 0 ? seedTags(index) : [],
      links: index % 8 === 0 ? [{ url: `https://example.com/flags/${index}`, title: `Issue ${index}` }] : [],
      // children are no parents: each of the latter is an even flag
      ...(index % 15 === 1 && !isArchived
        ? {
            dependency: {
              feature: `flag-${String(index - 1).padStart(3, '0')}`,
              enabled: index % 2 === 1,
              ...(index % 30 === 1 ? { variants: ['red', 'blue'] } : {}),
            },
          }
        : {}),
    }
  })
}

const seedTags = (index: number) => [
  { type: 'team', value: ['checkout', 'growth', 'platform'][index % 3] as string },
  ...(index % 16 === 0 ? [{ type: 'simple', value: `wave-${index % 5}` }] : []),
]

/** Names flags that want their parent off, where it is: the frontend API of the original knows no such parents (frontend-parents). */
export function flagsThatWantParentsOff(
  version: OriginalVersion,
  environment: SeedEnvironment,
): ReadonlySet<string> {
  const flags = seedFlags(version)
  const isOff = new Set(flags.filter((one) => !one.environments[environment].enabled).map(({ name }) => name))
  return new Set(
    flags
      .filter(({ dependency }) => dependency && !dependency.enabled && isOff.has(dependency.feature))
      .map(({ name }) => name),
  )
}
