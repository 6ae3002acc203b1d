import type { MutationContext } from '#kernel/use-case.ts'
import { readGroupEventData, readProjectRoles } from './groups.read-model.ts'
import { deleteGroupRow } from './groups.store.ts'

/** Deletes a group. Its event keeps the roles that it had in projects, which undo gives back (ADR 35). */
export async function removeGroup(context: MutationContext, id: number): Promise<void> {
  const { queries } = context
  const preData = { ...(await readGroupEventData(queries, id)), access: await readProjectRoles(queries, id) }
  await deleteGroupRow(queries, id)
  context.record({ type: 'group-deleted', preData })
}
