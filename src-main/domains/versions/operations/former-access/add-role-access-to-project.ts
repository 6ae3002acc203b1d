import { addRoleAccessToProject as addAccess } from '#shared/versions/contract/former/access.ts'
import { mutation } from '#kernel/use-case.ts'
import { addAccessToProject } from '#shared/projects/contract/project-access.ts'
import { performCurrentOperation } from '../../records/former-access/change-role.ts'

/** One role at a time, its number in the path: each is done as who asks today's contract for a list of one. */
export const addRoleAccessToProject = mutation(
  addAccess,
  (context, { params: { projectId, roleId }, body }) => {
    const users = body.users.map(({ id }) => id)
    const groups = body.groups.map(({ id }) => id)
    const request = { params: { projectId }, body: { roles: [roleId], users, groups } }
    return performCurrentOperation(context, addAccessToProject, request)
  },
)
