import type { ComparedFlag, FlagDifference } from '#shared/desktop/promotion.ts'

const PROPERTY_WORDS: Record<FlagDifference['property'], string> = {
  type: 'type',
  description: 'description',
  impressionData: 'impression data',
  stale: 'stale',
  tags: 'tags',
  links: 'links',
  dependencies: 'dependencies',
  enabled: 'on or off',
  strategies: 'strategies',
  variants: 'variants',
}

/** Names of the two profiles. */
export interface SideNames {
  from: string
  to: string
}

/** Says which of the two profiles has a flag. */
export const placeWords = (place: ComparedFlag['place'], names: SideNames): string =>
  place === 'both' ? 'both' : `only in ${names[place]}`

/** Says in what a flag differs: properties of the flag, then those of each environment. */
export function differenceWords(differences: readonly FlagDifference[]): string {
  const byEnvironment = new Map<string, string[]>()
  for (const { environment = '', property } of differences)
    byEnvironment.set(environment, [...(byEnvironment.get(environment) ?? []), PROPERTY_WORDS[property]])
  return [...byEnvironment]
    .map(([environment, words]) =>
      environment === '' ? words.join(', ') : `${environment}: ${words.join(', ')}`,
    )
    .join('; ')
}

/** Checks whether a flag can be promoted: a flag that only the other profile has cannot. */
export const isPromotable = ({ place }: ComparedFlag): boolean => place !== 'to'
