import { updateProject as update } from '#shared/projects/contract/project-lifecycle.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { requireManagedProject } from '../../records/project-lifecycle/require-managed-project.ts'
import { saveProjectUpdate } from '../../records/project-lifecycle/save-project.ts'

/** Sets what is sent; the name always is (docs/contract/projects.md#endpoints). */
export const updateProject = ({ access }: { access: AccessDirectory }) =>
  mutation(update, async (context, { params: { projectId }, body }) => {
    const before = await requireManagedProject(context.queries, projectId)
    await saveProjectUpdate(context, access, before, {
      ...before,
      name: body.name.trim(),
      description: body.description === undefined ? before.description : body.description,
      mode: body.mode ?? before.mode,
      defaultStickiness: body.defaultStickiness ?? before.defaultStickiness,
    })
  })
