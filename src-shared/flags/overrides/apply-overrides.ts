import type { Constraint } from '../schemas/constraint.ts'
import {
  AUDIENCE_FIELDS,
  REQUEST_AUDIENCES,
  type AudienceKind,
  type Override,
  type OverrideStrategy,
  type RequestAudience,
} from '../schemas/override.ts'
import type { EnvironmentVariant, StrategyVariant } from '../schemas/variant.ts'

interface OverridableStrategy {
  name: string
  constraints: readonly Constraint[]
  variants: readonly StrategyVariant[]
  disabled?: boolean
}

/** Members of a flag in an environment that overrides lie over. */
interface State<Strategy> {
  enabled: boolean
  strategies: Strategy[]
  variants: EnvironmentVariant[]
}

/** Flag as SDKs get it, or with more. */
interface OverridableFlag<Strategy> {
  enabled: boolean
  strategies: readonly Strategy[]
  variants: readonly EnvironmentVariant[]
  dependencies?: readonly unknown[]
}

type OverriddenFlag<Strategy, Flag extends OverridableFlag<Strategy>> = Omit<Flag, 'dependencies'> &
  State<Strategy> & { dependencies?: NonNullable<Flag['dependencies']> }

/** Members of an override that say what it does. */
export type AppliedOverride = Pick<Override, 'audience' | 'enabled' | 'variant' | 'strategies'>

/** Makes a strategy of an override: one of its own, or one that lets everybody in. */
type MakeStrategy<Applied, Strategy> = (override: Applied, own?: OverrideStrategy) => Strategy

export type AnyAudienceKind = 'everybody' | AudienceKind | RequestAudience

/** From the audience that is laid first to the one that is laid over all others. */
const ORDER: readonly AnyAudienceKind[] = ['everybody', 'token', 'application', 'session', 'user', 'header']

/** Splits an audience into its kind and its value; everybody has an empty one. */
export function readAudience(audience: string): { kind: AnyAudienceKind; value: string } {
  const [kind = '', ...value] = audience.split(':')
  const found = ORDER.find((one) => one === kind)
  return found === undefined ? { kind: 'everybody', value: '' } : { kind: found, value: value.join(':') }
}

/** Checks whether a request, not its context, decides that an override holds. */
export const isOfRequests = ({ audience }: Pick<Override, 'audience'>): boolean =>
  REQUEST_AUDIENCES.some((kind) => kind === readAudience(audience).kind)

/** Finds the override that counts for a context in requests of some audiences: it is laid over all others that hold. */
export function countingOverride<Applied extends Pick<Override, 'audience'>>(
  overrides: readonly Applied[],
  context: Readonly<Record<string, unknown>>,
  audiences: readonly string[],
): Applied | undefined {
  const kindOf = ({ audience }: Applied) => ORDER.indexOf(readAudience(audience).kind)
  return overrides
    .filter(({ audience }) => audiences.includes(audience) || holdsIn(audience, context))
    .reduce<Applied | undefined>(
      (last, one) => (last === undefined || kindOf(one) >= kindOf(last) ? one : last),
      undefined,
    )
}

/** Checks whether an override holds in a context, whatever request it comes with. */
export function holdsIn(audience: string, context: Readonly<Record<string, unknown>>): boolean {
  const { kind, value } = readAudience(audience)
  if (kind === 'token' || kind === 'header') return false
  return kind === 'everybody' || context[AUDIENCE_FIELDS[kind]] === value
}

const isOfContexts = (kind: AnyAudienceKind): kind is AudienceKind => kind in AUDIENCE_FIELDS

/**
 * Lays overrides over a flag, so that SDKs of any language evaluate them by themselves: for everybody as its state, without its
 * parents; for some contexts as strategies in front, and as constraints of its own. Those for a token or a header are for
 * everybody: whoever calls this leaves out those of others.
 */
export function applyOverrides<
  Applied extends AppliedOverride,
  Strategy extends OverridableStrategy,
  Flag extends OverridableFlag<Strategy>,
>(
  flag: Flag,
  overrides: readonly Applied[],
  make: MakeStrategy<Applied, Strategy>,
): OverriddenFlag<Strategy, Flag> {
  const kindOf = ({ audience }: Applied) => readAudience(audience).kind
  const { dependencies, ...alone } = flag
  const { enabled, strategies, variants } = flag
  const sorted = overrides.toSorted((a, b) => ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)))
  // what holds for everybody hides all that is below it
  const last = sorted.findLastIndex((one) => !isOfContexts(kindOf(one)))
  const whole = sorted[last]
  const narrow = sorted.slice(last + 1)
  const below: State<Strategy> = {
    enabled: whole?.enabled ?? enabled,
    strategies: whole?.enabled ? strategiesOf(whole, make) : [...strategies],
    variants: [...variants],
  }
  const state = ORDER.filter(isOfContexts).reduce(
    (laid, kind) =>
      layOver(laid, {
        field: AUDIENCE_FIELDS[kind],
        own: narrow.filter((one) => kindOf(one) === kind),
        make,
      }),
    below,
  )
  const forAll = whole?.enabled ? whole : undefined
  // SDKs that know no variants of strategies have that of all by the flag's, unless somebody is to have none
  const hasOne = (one: Applied) => !one.enabled || one.variant
  const shared = narrow.every(hasOne) ? forAll?.variant : undefined
  return {
    ...alone,
    ...state,
    ...(shared ? { variants: [only(shared)] } : {}),
    ...(dependencies && !forAll ? { dependencies } : {}),
  }
}

/** Makes the strategies of an override that turns the flag on. */
function strategiesOf<Applied extends AppliedOverride, Strategy extends OverridableStrategy>(
  override: Applied,
  make: MakeStrategy<Applied, Strategy>,
): Strategy[] {
  const { strategies, variant } = override
  return strategies
    ? strategies.map((own) => make(override, own))
    : [{ ...make(override), variants: variant ? [only(variant)] : [] }]
}

interface Layer<Applied, Strategy> {
  /** Field that tells the audiences apart: no context is in two of them. */
  field: string
  own: readonly Applied[]
  make: MakeStrategy<Applied, Strategy>
}

/** Lays the overrides of one kind over a flag. */
function layOver<Applied extends AppliedOverride, Strategy extends OverridableStrategy>(
  below: State<Strategy>,
  { field, own, make }: Layer<Applied, Strategy>,
): State<Strategy> {
  const [any] = own
  if (!any) return below
  const valueOf = ({ audience }: Applied) => readAudience(audience).value
  const first = own
    .filter(({ enabled }) => enabled)
    .flatMap((one) =>
      strategiesOf(one, make).map((strategy) => constrained(strategy, field, 'IN', [valueOf(one)])),
    )
  if (!below.enabled) return first.length > 0 ? { ...below, enabled: true, strategies: first } : below
  // a flag that is on without strategies is on for everybody
  const others = below.strategies.some(({ disabled }) => !disabled) ? below.strategies : [make(any)]
  const excluded = own.filter((one) => !one.enabled || one.strategies).map(valueOf)
  return {
    ...below,
    strategies: [
      ...first,
      ...(excluded.length > 0 ? others.map((one) => constrained(one, field, 'NOT_IN', excluded)) : others),
    ],
  }
}

const only = ({ name, payload }: NonNullable<Override['variant']>): StrategyVariant => ({
  name,
  weight: 1000,
  weightType: 'variable',
  stickiness: 'default',
  ...(payload ? { payload } : {}),
})

function constrained<Strategy extends OverridableStrategy>(
  strategy: Strategy,
  contextName: string,
  operator: 'IN' | 'NOT_IN',
  values: string[],
): Strategy {
  const added: Constraint = { contextName, operator, values, inverted: false, caseInsensitive: false }
  return { ...strategy, constraints: [...strategy.constraints, added] }
}
