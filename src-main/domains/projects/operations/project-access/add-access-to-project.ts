import { addAccessToProject as operation } from '#shared/projects/contract/project-access.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import {
  requireHolders,
  requireProjectRoles,
  requestedHoldersOf,
} from '../../records/project-access/access-request.ts'
import { changeAccess } from '../../records/project-access/change-access.ts'
import { CANNOT_GRANT } from '../../records/project-access/grant-guard.ts'

/** Gives every user and group every role, beside what they have (docs/contract/access.md#project-access). */
export const addAccessToProject = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params: { projectId: project }, body }) => {
    const { queries } = context
    await requireProject(queries, project)
    if (body.roles.length === 0)
      throw badData(
        "You can't grant access without any roles. The roles array you sent was empty.",
        '/body/roles',
      )
    await requireProjectRoles(queries, body.roles)
    const wanted = requestedHoldersOf(body, body.roles)
    await requireHolders(queries, wanted)
    const changed = await changeAccess(context, access, { project, wanted, mode: 'add', text: CANNOT_GRANT })
    if (changed.length > 0) context.record({ type: 'project-access-added', project, data: { ...body } })
  })
