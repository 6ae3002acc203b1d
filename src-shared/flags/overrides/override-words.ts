import { UNTIL_RESTART, type Override } from '../schemas/override.ts'
import { holdsIn, readAudience, type AppliedOverride } from './apply-overrides.ts'

/** Names those for whom an override holds: “user 7”, “overlay ada” for a header. */
export function audienceInWords(audience: string): string {
  const { kind, value } = readAudience(audience)
  if (kind === 'everybody') return kind
  return kind === 'header' ? `overlay ${value}` : `${kind} ${value}`
}

/** Says what an override gives: “on”, “off”, “variant blue”, “on by 2 strategies”. */
export function valueInWords({
  enabled,
  variant,
  strategies,
}: Pick<Override, 'enabled' | 'variant' | 'strategies'>): string {
  if (!enabled) return 'off'
  if (variant) return `variant ${variant.name}`
  if (!strategies) return 'on'
  return strategies.length === 1 ? 'on by a strategy' : `on by ${strategies.length} strategies`
}

/** Checks whether an override ends at a time. */
export const isTime = (until: string | null): until is string => until !== null && until !== UNTIL_RESTART

/** Says when an override ends that has no time: “when removed”. */
export const endInWords = (until: string | null): string =>
  until === null ? 'when removed' : 'at the next start'

/** Says which overrides of a flag hold in a context, for requests of some audiences. */
export const overridesInWords = (
  overrides: readonly (AppliedOverride & Pick<Override, 'createdBy'>)[],
  context: Readonly<Record<string, unknown>>,
  audiences: readonly string[],
): string[] =>
  overrides
    .filter(({ audience }) => audiences.includes(audience) || holdsIn(audience, context))
    .map(overrideInWords)

/** Says for whom an override is, who set it, and its value. */
export const overrideInWords = (one: AppliedOverride & Pick<Override, 'createdBy'>): string =>
  `Overridden for ${audienceInWords(one.audience)} by ${one.createdBy}: ${valueInWords(one)}.`
