import { describeChange } from '#shared/changes/change-requests/index.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { asStrategy } from '#shared/changes/change-requests/describe-strategy.ts'
import type { PlannedRequest } from '#shared/desktop/promotion.ts'
import { changesByPlace } from '#shared/configuration/changes-by-place.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { ScenarioStrategy } from '#shared/transfer/schemas/scenario.ts'
import type { Review, ReviewedFlag, StateChange } from './reviews.ts'

/** Ids of the other instance. */
export interface Ids {
  segment: (name: string) => number
  /** Id of a strategy of a flag, by its place in the environment. */
  strategy: (flag: string, place: number) => string
}

/** Makes the changes that a change request asks for, in the order in which they are applied. */
export function changesOf({ name, state, dependencies }: ReviewedFlag, ids: Ids): RequestedChange[] {
  return [
    ...(dependencies ? dependencyChanges(name, dependencies) : []),
    ...(state ? stateChanges(name, state, ids) : []),
  ]
}

function dependencyChanges(
  feature: string,
  { before, after }: NonNullable<ReviewedFlag['dependencies']>,
): RequestedChange[] {
  const had = new Map(before.map((one) => [one.feature, one]))
  const names = new Set(after.map((one) => one.feature))
  const loses = before.some((one) => !names.has(one.feature))
  const added = loses ? after : after.filter((one) => !isEqual(had.get(one.feature), one))
  return [
    ...(loses ? [{ action: 'deleteDependency' as const, feature }] : []),
    ...added.map((payload) => ({ action: 'addDependency' as const, feature, payload })),
  ]
}

function stateChanges(feature: string, { before, after }: StateChange, ids: Ids): RequestedChange[] {
  const { enabled = false, strategies = [], variants = [] } = after
  const { enabled: was = false, strategies: had = [], variants: hadVariants = [] } = before
  const switched = { action: 'updateEnabled' as const, feature, payload: { enabled } }
  // taking off the last strategy turns the flag off
  const turnsOn = enabled && (!was || strategies.length === 0)
  return [
    ...(was && !enabled ? [switched] : []),
    ...(isEqual(had, strategies) ? [] : strategyChanges(feature, had, { wanted: strategies, ids })),
    ...(isEqual(hadVariants, variants)
      ? []
      : [{ action: 'patchVariant' as const, feature, payload: { variants } }]),
    ...(turnsOn ? [switched] : []),
  ]
}

function strategyChanges(
  feature: string,
  before: readonly ScenarioStrategy[],
  { wanted: after, ids }: { wanted: readonly ScenarioStrategy[]; ids: Ids },
): RequestedChange[] {
  return changesByPlace(before, after, isEqual).map(({ place, had, wanted }): RequestedChange => {
    if (!had) return { action: 'addStrategy', feature, payload: toPayload(wanted, ids) }
    const id = ids.strategy(feature, place)
    if (!wanted) return { action: 'deleteStrategy', feature, payload: { id } }
    return { action: 'updateStrategy', feature, payload: { ...toPayload(wanted, ids), id } }
  })
}

/** A change leaves alone what it does not name, so that it names all. */
function toPayload({ segments = [], ...strategy }: ScenarioStrategy, ids: Ids) {
  const { title = null, disabled, constraints = [], parameters = {}, variants = [], name } = strategy
  return {
    name,
    title,
    disabled: disabled ?? false,
    constraints,
    parameters,
    variants,
    segments: segments.map(ids.segment),
  }
}

/** Says what a change request would ask for, flag by flag, as its page says it. */
export function describeReview(review: Review, from: string): PlannedRequest {
  const names: string[] = []
  const segment = (name: string) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1)
  const ids: Ids = { segment, strategy: (_flag, place) => String(place) }
  const { project, environment } = review
  const flags = review.flags.map((flag) => {
    const changes = changesOf(flag, ids)
    const strategies = (flag.state?.before.strategies ?? []).map((one, place) => ({
      ...asStrategy(toPayload(one, ids)),
      id: String(place),
      sortOrder: place,
    }))
    const present = { enabled: flag.state?.before.enabled ?? false, strategies }
    const segmentNames = new Map(names.map((name, id) => [id, name]))
    const around = { feature: flag.name, environment, present, segmentNames }
    return { name: flag.name, changes: changes.map((change) => describeChange(change, around)).map(toLine) }
  })
  return { project, environment, title: titleOf(review, from), flags }
}

const toLine = ({ title, details }: ReturnType<typeof describeChange>): string =>
  [title, ...details].map((one) => (one.endsWith('.') ? one.slice(0, -1) : one)).join('. ')

const LONGEST_TITLE = 255

/** Names a change request after what it promotes. */
export function titleOf({ flags }: Review, from: string): string {
  const [only] = flags
  const what = flags.length === 1 && only ? only.name : `${flags.length} flags`
  return `Promote ${what} from ${from}`.slice(0, LONGEST_TITLE)
}
