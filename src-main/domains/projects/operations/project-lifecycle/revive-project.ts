import { reviveProject as revive } from '#shared/projects/contract/project-lifecycle.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireRoomForProject } from '../../records/project-lifecycle/room-for-project.ts'
import { saveProject } from '../../records/project-lifecycle/project-lifecycle.store.ts'
import { requireManagedProject } from '../../records/project-lifecycle/require-managed-project.ts'

/** Makes an archived project active; an active one stays as it is. */
export const reviveProject = mutation(revive, async (context, { params: { projectId } }) => {
  const { queries, now } = context
  const project = await requireManagedProject(queries, projectId)
  if (project.archivedAt === null) return
  await requireRoomForProject(context)
  await saveProject(queries, { ...project, archivedAt: null }, now.toISOString())
  context.record({ type: 'project-revived', project: projectId, data: { name: project.name } })
})
