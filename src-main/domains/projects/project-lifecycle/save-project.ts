import type { MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { saveProject, type ManagedProject } from './project-lifecycle.store.ts'

/** Saves a changed project, with its event. */
export async function saveProjectUpdate(
  context: MutationContext,
  access: AccessDirectory,
  before: ManagedProject,
  after: ManagedProject,
): Promise<void> {
  await saveProject(context.queries, after, context.now.toISOString())
  // visibility changes take effect with the reply
  if (after.mode !== before.mode) access.refreshAfter(context)
  context.record({
    type: 'project-updated',
    project: after.id,
    data: { ...after },
    preData: { ...before },
  })
}
