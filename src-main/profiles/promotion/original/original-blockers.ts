import { z } from 'zod'

import { ListedChangeRequest } from '../../../../src-shared/changes/schemas/change-request.ts'
import type { ScenarioFlag } from '../../../../src-shared/transfer/schemas/scenario.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { PromotionPart } from '../promotion-part.ts'
import type { Exported } from '../read-export.ts'
import { ask, type Side } from '../side.ts'
import { readerOf } from './ask-original.ts'
import { mapAtOnce } from './map-at-once.ts'
import { AT_ONCE } from './read-original.ts'

const StrategyTypes = z.object({ strategies: z.array(z.object({ name: z.string() })) })
const Pending = z.array(ListedChangeRequest.pick({ id: true, environment: true }))

/** Finds why a service would refuse a promotion half-way: nothing there is all or nothing. */
export async function originalBlockers(
  side: Side,
  { items: { flags = [] }, reviews }: Pick<PromotionPart, 'items' | 'reviews'>,
  { to, signal }: { to: Exported; signal: AbortSignal },
): Promise<string[]> {
  const read = readerOf(side, signal)
  const types = new Set((await read('getAllStrategies', StrategyTypes)).strategies.map(({ name }) => name))
  const pending = await mapAtOnce(reviews, AT_ONCE, async ({ project: projectId, environment }) => {
    const all = await read('getPendingChangeRequests', Pending, { params: { projectId } })
    return all
      .filter((one) => one.environment === environment)
      .map(
        ({ id }) =>
          `Your change request ${id} for ${environment} of ${projectId} at ${side.name} would take these changes, too. Apply or cancel it first.`,
      )
  })
  const fresh = flags.filter(({ name }) => !to.original?.names.has(name))
  const refused = await mapAtOnce(fresh, AT_ONCE, (flag) => refusalOf(side, flag, { to, signal }))
  return [
    ...flags.flatMap((flag) =>
      lackingTypes(flag, types).map(
        (type) => `${flag.name} uses the strategy type ${type}, which ${side.name} does not have.`,
      ),
    ),
    ...pending.flat(),
    ...refused.flat(),
  ]
}

function lackingTypes({ environments = {} }: ScenarioFlag, types: ReadonlySet<string>): string[] {
  const used = Object.values(environments).flatMap(({ strategies = [] }) =>
    strategies.map(({ name }) => name),
  )
  return [...new Set(used)].filter((one) => !types.has(one))
}

/** Asks whether a new flag may have its name: archived flags keep theirs, and projects have naming patterns. */
async function refusalOf(
  side: Side,
  { name, project }: ScenarioFlag,
  { to, signal }: { to: Exported; signal: AbortSignal },
): Promise<string[]> {
  const isThere = to.projects.some(({ id }) => id === project)
  const body = { name, ...(isThere ? { projectId: project } : {}) }
  try {
    await ask(side, { path: 'validateFeature', type: 'mutation', input: { body }, signal })
    return []
  } catch (error) {
    // it is not the name that is wrong
    if (!(error instanceof AppError) || error.status >= SERVER_ERROR) throw error
    return [`${name} can't be created. ${error.message}`]
  }
}

const SERVER_ERROR = 500
