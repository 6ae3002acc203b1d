import { AppError, badData, exceedsLimit, notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredActionSet } from './action-set.ts'
import { readActionSets } from './action-sets.store.ts'

/** An action set of a project; else 404. */
export async function requireActionSet(
  queries: Queries,
  project: string,
  id: number,
): Promise<StoredActionSet> {
  const [set] = await readActionSets(queries, { id, project })
  if (!set) throw notFound(`Could not find action set with id ${id}`)
  return set
}

/**
 * A name is unique within its project. Creating a second one is a conflict; 409 is no answer of an update
 * (docs/contract/signals.md#action-sets).
 */
export async function requireFreeName(
  queries: Queries,
  { project, name, id }: Pick<StoredActionSet, 'project' | 'name'> & { id?: number },
): Promise<void> {
  const same = (await readActionSets(queries, { project })).find((one) => one.name === name)
  if (same === undefined || same.id === id) return
  const message = `There already exists an action set named ${name} in project ${project}`
  throw id === undefined ? new AppError('NameExistsError', message) : badData(message, '/body/name')
}

export async function requireRoomForSet(
  { everything, limits }: MutationContext,
  project: string,
): Promise<void> {
  const { length } = await readActionSets(everything, { project })
  if (length >= limits.actionSetsPerProject) throw exceedsLimit('action set', limits.actionSetsPerProject)
}
