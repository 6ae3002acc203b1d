import { archiveProject as archive } from '#shared/projects/contract/project-lifecycle.ts'
import { mutation } from '#kernel/use-case.ts'
import { disableActionSets } from '#domains/signals/records/actions/set-enabled.ts'
import { saveProject } from '../../records/project-lifecycle/project-lifecycle.store.ts'
import {
  requireManagedProject,
  requireNoActiveFlags,
} from '../../records/project-lifecycle/require-managed-project.ts'

/** Archives a project whose flags are all archived; once more is no change (document: "States and transitions"). */
export const archiveProject = mutation(archive, async (context, { params: { projectId } }) => {
  const { queries, now } = context
  const project = await requireManagedProject(queries, projectId)
  if (project.archivedAt !== null) return
  await requireNoActiveFlags(queries, projectId, 'archive')
  const at = now.toISOString()
  await saveProject(queries, { ...project, archivedAt: at }, at)
  await disableActionSets(context, { project: projectId })
  context.record({ type: 'project-archived', project: projectId, data: { name: project.name } })
})
