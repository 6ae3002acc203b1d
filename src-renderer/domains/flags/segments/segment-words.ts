import type { ListedSegment } from '#shared/flags/schemas/segment.ts'
import { counted } from '#ui/figures.ts'
import { constraintInWords } from '#shared/flags/strategies/strategy-words.ts'

/** Describes the users in a segment: "userId is one of 7, 8 and country is one of NO". */
export function segmentInWords({ constraints }: Pick<ListedSegment, 'constraints'>): string {
  return constraints.length === 0 ? 'everybody' : constraints.map(constraintInWords).join(' and ')
}

/** Describes the use of a segment: "3 flags of 2 projects", "nothing yet". */
export function usageInWords({
  usedInFeatures,
  usedInProjects,
}: Pick<ListedSegment, 'usedInFeatures' | 'usedInProjects'>): string {
  if (usedInFeatures === 0) return 'nothing yet'
  const flags = counted(usedInFeatures, 'flag')
  return usedInProjects === 1 ? flags : `${flags} of ${usedInProjects} projects`
}
