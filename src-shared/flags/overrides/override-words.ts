import { AUDIENCE_FIELDS, type Override } from '../schemas/override.ts'
import { readAudience, type AppliedOverride } from './apply-overrides.ts'

/** Names those for whom an override holds: “user 7”. */
export function audienceInWords(audience: string): string {
  const { kind, value } = readAudience(audience)
  return kind === 'everybody' ? kind : `${kind} ${value}`
}

/** Says what an override gives: “on”, “off”, “variant blue”. */
export const valueInWords = ({ enabled, variant }: Pick<Override, 'enabled' | 'variant'>): string =>
  enabled ? (variant ? `variant ${variant.name}` : 'on') : 'off'

/** Says which overrides of a flag hold in a context. */
export const overridesInWords = (
  overrides: readonly (AppliedOverride & Pick<Override, 'createdBy'>)[],
  context: Readonly<Record<string, unknown>>,
): string[] =>
  overrides
    .filter(({ audience }) => holdsIn(audience, context))
    .map(
      (one) => `Overridden for ${audienceInWords(one.audience)} by ${one.createdBy}: ${valueInWords(one)}.`,
    )

function holdsIn(audience: string, context: Readonly<Record<string, unknown>>): boolean {
  const { kind, value } = readAudience(audience)
  return kind === 'everybody' || context[AUDIENCE_FIELDS[kind]] === value
}
