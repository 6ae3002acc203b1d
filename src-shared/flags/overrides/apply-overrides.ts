import type { Constraint } from '../schemas/constraint.ts'
import { AUDIENCE_FIELDS, type AudienceKind, type Override } from '../schemas/override.ts'
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
export type AppliedOverride = Pick<Override, 'audience' | 'enabled' | 'variant'>

/** From the audience that is laid first to the one that is laid over all others. */
const ORDER: readonly ('everybody' | AudienceKind)[] = ['everybody', 'application', 'session', 'user']

/** Splits an audience into its kind and its value; everybody has an empty one. */
export function readAudience(audience: string): { kind: 'everybody' | AudienceKind; value: string } {
  const [kind = '', ...value] = audience.split(':')
  return kind in AUDIENCE_FIELDS
    ? { kind: kind as AudienceKind, value: value.join(':') }
    : { kind: 'everybody', value: '' }
}

/**
 * Lays overrides over a flag, so that SDKs of any language evaluate them by themselves: for everybody as its state, without its
 * parents; for others as strategies in front, and as constraints of its own. `strategyOf` makes a strategy that lets everybody in.
 */
export function applyOverrides<
  Applied extends AppliedOverride,
  Strategy extends OverridableStrategy,
  Flag extends OverridableFlag<Strategy>,
>(
  flag: Flag,
  overrides: readonly Applied[],
  strategyOf: (override: Applied) => Strategy,
): OverriddenFlag<Strategy, Flag> {
  const rank = ({ audience }: Applied) => ORDER.indexOf(readAudience(audience).kind)
  const { dependencies, ...alone } = flag
  const { enabled, strategies, variants } = flag
  const state = overrides
    .toSorted((a, b) => rank(a) - rank(b))
    .reduce<State<Strategy>>((below, override) => layOver(below, override, strategyOf(override)), {
      enabled,
      strategies: [...strategies],
      variants: [...variants],
    })
  const forAll = overrides.find((one) => one.audience === 'everybody' && one.enabled)
  // SDKs that know no variants of strategies have that of all by the flag's, unless somebody is to have none
  const shared = overrides.every((one) => !one.enabled || one.variant) ? forAll?.variant : undefined
  return {
    ...alone,
    ...state,
    ...(shared ? { variants: [only(shared)] } : {}),
    ...(dependencies && !forAll ? { dependencies } : {}),
  }
}

function layOver<Strategy extends OverridableStrategy>(
  below: State<Strategy>,
  { audience, enabled, variant }: AppliedOverride,
  forAll: Strategy,
): State<Strategy> {
  const { kind, value } = readAudience(audience)
  if (kind === 'everybody')
    return enabled
      ? { ...below, enabled, strategies: [{ ...forAll, variants: variant ? [only(variant)] : [] }] }
      : { ...below, enabled }
  const constrained = (strategy: Strategy, operator: 'IN' | 'NOT_IN') => ({
    ...strategy,
    constraints: [...strategy.constraints, constraint(AUDIENCE_FIELDS[kind], operator, value)],
  })
  // a flag that is on without strategies is on for everybody
  const others = below.strategies.some(({ disabled }) => !disabled) ? below.strategies : [forAll]
  if (!enabled) return { ...below, strategies: others.map((one) => constrained(one, 'NOT_IN')) }
  const first = constrained({ ...forAll, variants: variant ? [only(variant)] : [] }, 'IN')
  return { ...below, enabled, strategies: below.enabled ? [first, ...others] : [first] }
}

const only = ({ name, payload }: NonNullable<Override['variant']>): StrategyVariant => ({
  name,
  weight: 1000,
  weightType: 'variable',
  stickiness: 'default',
  ...(payload ? { payload } : {}),
})

const constraint = (contextName: string, operator: 'IN' | 'NOT_IN', value: string): Constraint => ({
  contextName,
  operator,
  values: [value],
  inverted: false,
  caseInsensitive: false,
})
