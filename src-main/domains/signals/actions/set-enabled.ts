import type { MutationContext } from '#kernel/use-case.ts'
import { inEvents, type StoredActionSet } from './action-set.ts'
import { readActionSets, saveActionSet, type ActionSetFilter } from './action-sets.store.ts'
import { readLastSignalId } from './sources.read-model.ts'

/** Turns a set on or off; to what it is already is no change. One that is turned on executes later signals only. */
export async function setEnabled(
  context: MutationContext,
  before: StoredActionSet,
  enabled: boolean,
): Promise<StoredActionSet> {
  if (before.enabled === enabled) return before
  const listensAfter = enabled ? await readLastSignalId(context.everything) : before.listensAfter
  const after = { ...before, enabled, listensAfter }
  await saveActionSet(context.everything, after)
  const data = { data: inEvents(after), preData: inEvents(before) }
  context.record({ type: 'actions-updated', project: after.project, ...data })
  return after
}

/**
 * Turns off all sets of a project that is archived (document: "Project actions are disabled automatically"), or that
 * rest on a service account or an endpoint which goes.
 */
export async function disableActionSets(
  context: MutationContext,
  filter: Pick<ActionSetFilter, 'project' | 'actorId' | 'sourceId'>,
): Promise<void> {
  for (const set of await readActionSets(context.everything, { ...filter, enabled: true }))
    await setEnabled(context, set, false)
}
