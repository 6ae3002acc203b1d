import { z } from 'zod'

import { ListedChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { ScenarioFlag, ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { AppError } from '#kernel/app-error.ts'
import type { PromotionPart } from '../promotion-part.ts'
import type { Exported } from '../read-export.ts'
import { ask, type PromotionInstance } from '../side.ts'
import { readerOf, unlessMissing } from './ask-original.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import { AT_ONCE } from './read-original.ts'

const Pending = z.array(ListedChangeRequest.pick({ id: true, environment: true }))

interface Asking {
  to: Exported
  signal: AbortSignal
}

/**
 * Finds why a service would refuse a promotion half-way: nothing there is all or nothing. Flags that a check of files has found to be
 * welcome are not asked about.
 */
export async function originalBlockers(
  side: PromotionInstance,
  { items: { flags = [], projects = [] }, reviews }: Pick<PromotionPart, 'items' | 'reviews'>,
  { to, signal, checked }: Asking & { checked: ReadonlySet<string> },
): Promise<string[]> {
  const read = readerOf(side, signal)
  const pending = await mapAtOnce(reviews, AT_ONCE, async ({ project: projectId, environment }) => {
    const all = await read('getPendingChangeRequests', Pending, { params: { projectId } })
    return all
      .filter((one) => one.environment === environment)
      .map(
        ({ id }) =>
          `Your change request ${id} for ${environment} of ${projectId} at ${side.name} would take these changes, too. Apply or cancel it first.`,
      )
  })
  const fresh = flags.filter(({ name }) => !to.original?.names.has(name) && !checked.has(name))
  const refused = await mapAtOnce(fresh, AT_ONCE, (flag) => refusalOf(side, flag, { to, signal }))
  return [...(await refusedProjects(side, projects, signal)), ...pending.flat(), ...refused.flat()]
}

/** Asks whether projects may be created: an open-source service has no operation for that. */
async function refusedProjects(
  side: PromotionInstance,
  projects: NonNullable<ScenarioItems['projects']>,
  signal: AbortSignal,
): Promise<string[]> {
  const refused = await mapAtOnce(projects, AT_ONCE, async ({ id }) => {
    const input = { body: { id } }
    const answer = ask(side, { path: 'validateProject', type: 'mutation', input, signal })
    const isOffered = (await unlessMissing(answer.then(() => true))) ?? false
    return isOffered
      ? []
      : [`${side.name} can't create the project ${id}: its edition has no such operation.`]
  })
  return refused.flat()
}

/** Asks whether a new flag may have its name: archived flags keep theirs, and projects have naming patterns. */
async function refusalOf(
  side: PromotionInstance,
  { name, project }: ScenarioFlag,
  { to, signal }: Asking,
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
