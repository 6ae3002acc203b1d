import { ItemIds } from '#domains/transfer/scenario/item-ids.ts'
import { AppError } from '#kernel/app-error.ts'
import type { CreatedRequest } from '#shared/desktop/promotion.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ScenarioFlag, ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import type { PromotionPart } from '../promotion-part.ts'
import type { Exported } from '../read-export.ts'
import { requestReviews } from '../request-reviews.ts'
import type { Review } from '../reviews.ts'
import type { PromotionInstance } from '../side.ts'
import { checkFiles } from './check-files.ts'
import { flagBatches, flagsIn, type FlagBatch } from './flag-files.ts'
import { importBatches } from './import-batches.ts'
import { originalBlockers } from './original-blockers.ts'
import { performOriginal, type FlagImport } from './perform-original.ts'
import { fitToOriginal, planOriginal } from './plan-original.ts'
import { readOriginal } from './read-original.ts'

/** Promotion to a service without scenario files, as it is planned. */
export interface OriginalPlan {
  items: ScenarioItems
  steps: readonly PlannedStep[]
  /** New flags that the service imports. */
  batches: readonly FlagBatch[]
  /** Ids of the segments there. */
  segmentIds: ReadonlyMap<string, number>
  notes: string[]
  blockers: string[]
}

interface Preparing {
  /** The service as it was read. */
  to: Exported
  /** It lacks what the flags need, and the promotion may not create it: names alone are checked. */
  lacks: boolean
  signal: AbortSignal
}

/** Leaves out what a service without scenario files has no place for, and asks it what else it would refuse. */
export async function prepareOriginal(
  side: PromotionInstance,
  part: PromotionPart,
  { to, lacks, signal }: Preparing,
): Promise<OriginalPlan> {
  const fitting = fitToOriginal(part.items, to, side.name)
  const { items } = fitting
  const steps = await planOriginal(items, to)
  const batches = await flagBatches(steps, to)
  const { unsure, unfit, notes } = await checkFiles(side, batches, { items, to, lacks, signal })
  const checked = new Set(flagsIn(batches).filter((name) => !unsure.has(name)))
  const refused = await originalBlockers(side, { items, reviews: part.reviews }, { to, signal, checked })
  const fit = steps.filter(({ list, name }) => list !== 'flags' || !unfit.has(name))
  return {
    items,
    steps,
    batches: unfit.size === 0 ? batches : await flagBatches(fit, to),
    segmentIds: to.original?.segmentIds ?? new Map(),
    notes: [...part.notes, ...fitting.notes, ...notes],
    blockers: [...part.blockers, ...fitting.blockers, ...refused],
  }
}

interface Promoting {
  /** Name of the profile that the flags come from. */
  from: string
  signal: AbortSignal
}

/**
 * Performs a promotion at a service, submits what needs approval, and checks that nothing is left to do. Throws an error that says
 * what was written.
 */
export async function promoteToOriginal(
  side: PromotionInstance,
  { items, steps, batches, segmentIds, reviews }: OriginalPlan & { reviews: readonly Review[] },
  { from, signal }: Promoting,
): Promise<CreatedRequest[]> {
  const ids = new ItemIds()
  for (const [name, id] of segmentIds) ids.segments.set(name, id)
  const { flags = [], ...others } = items
  /** Plans what is left for some of the flags, by what the service has now. */
  const planAgain = async (some: ScenarioFlag[], more: ScenarioItems) => {
    const names = some.map(({ name }) => name)
    return planOriginal({ ...more, flags: some }, await readOriginal(side, { flags: names, signal }))
  }
  const imported = new Set<string>()
  const flagImport: FlagImport = {
    send: () => importBatches(side, batches, signal),
    findLeft: async (sent) => {
      for (const name of sent) imported.add(name)
      const left = await planAgain(
        flags.filter(({ name }) => imported.has(name)),
        {},
      )
      for (const { name } of left) imported.delete(name)
      return left
    },
  }
  await performOriginal(side, { ids, signal, flagImport }, steps)
  const requests = await requestReviews(side, reviews, { from, signal })
  // flags that were imported as planned have been compared by now
  const left = await planAgain(
    flags.filter(({ name }) => !imported.has(name)),
    others,
  )
  if (left.length > 0) throw differs(side, left, requests)
  return requests
}

const MAX_NAMED = 10

function differs(
  { name }: PromotionInstance,
  left: readonly PlannedStep[],
  requests: readonly CreatedRequest[],
): AppError {
  const named = left
    .slice(0, MAX_NAMED)
    .map(({ list, name: item, changes }) => `${list}/${item} (${changes.map(({ path }) => path).join(', ')})`)
  const lines = [
    `${name} accepted all steps, but is not as planned in ${named.join('; ')}${left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : ''}.`,
    ...(requests.length === 0
      ? []
      : [`Change requests are submitted: ${requests.map(({ id }) => id).join(', ')}.`]),
  ]
  return new AppError('ConflictError', lines.join(' '), { details: lines.map((line) => detail(line)) })
}
