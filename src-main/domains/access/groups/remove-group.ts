import type { MutationContext } from '#kernel/use-case.ts'
import { readGroupEventData, readProjectRoles } from './groups.read-model.ts'
import { deleteGroupRow } from './groups.store.ts'

/** Deletes a group. Its event keeps the roles that it had in projects, which undo gives back (ADR 35). */
export async function removeGroup(context: MutationContext, id: number): Promise<void> {
  const { everything } = context
  const preData = {
    ...(await readGroupEventData(everything, id)),
    access: await readProjectRoles(everything, id),
  }
  await deleteGroupRow(everything, id)
  context.record({ type: 'group-deleted', preData })
}
