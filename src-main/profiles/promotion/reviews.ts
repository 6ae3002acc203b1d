import { ownValue } from '#shared/own-value.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { ScenarioFlag, ScenarioFlagEnvironment } from '#shared/transfer/schemas/scenario.ts'
import { differencesAt } from './compare-flags.ts'
import type { Exported } from './read-export.ts'

type Dependencies = NonNullable<ScenarioFlag['dependencies']>

/** States of a flag in one environment: as it is there, and as it should be. */
export interface StateChange {
  before: ScenarioFlagEnvironment
  after: ScenarioFlagEnvironment
}

/** Flag whose changes need approval in an environment. */
export interface ReviewedFlag {
  name: string
  state?: StateChange
  dependencies?: { before: Dependencies; after: Dependencies }
}

/** Changes that become one change request there. */
export interface Review {
  project: string
  environment: string
  flags: ReviewedFlag[]
}

interface FlagToReview {
  name: string
  project: string
  /** States of the flag in the chosen environments. */
  states: readonly (readonly [string, ScenarioFlagEnvironment])[]
  source: ScenarioFlag
  target: ScenarioFlag | undefined
}

/**
 * Finds what of a flag needs approval at the other instance, by environment. Dependencies belong to the whole flag: they are
 * requested in one environment.
 */
export function reviewsOf(
  { name, project, states, source, target }: FlagToReview,
  to: Exported,
): ReadonlyMap<string, ReviewedFlag> {
  const approvals = to.projects.find(({ id }) => id === project)?.approvals ?? {}
  const reviewed = Object.keys(approvals).filter((one) => (ownValue(approvals, one) ?? null) !== null)
  const found = new Map<string, ReviewedFlag>()
  for (const [environment, after] of states) {
    const before = ownValue(target?.environments ?? {}, environment) ?? {}
    if (reviewed.includes(environment) && differencesAt(after, before).length > 0)
      found.set(environment, { name, state: { before, after } })
  }
  const dependencies = { before: target?.dependencies ?? [], after: source.dependencies ?? [] }
  const place = reviewed.find((one) => found.has(one)) ?? reviewed[0]
  if (place !== undefined && !isEqual(dependencies.before, dependencies.after))
    found.set(place, { ...(found.get(place) ?? { name }), dependencies })
  return found
}

/** Collects what needs approval into one review for each environment of a project. */
export function addReviews(
  reviews: Map<string, Review>,
  project: string,
  found: ReadonlyMap<string, ReviewedFlag>,
): void {
  for (const [environment, flag] of found) {
    const key = JSON.stringify([project, environment])
    const review = reviews.get(key) ?? { project, environment, flags: [] }
    review.flags.push(flag)
    reviews.set(key, review)
  }
}
