import { removeUserAccess as removeUser } from '#shared/projects/contract/project-access.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { setRoles } from '../../records/project-access/set-roles.ts'

/** Removes a user's roles in a project. A user without roles is no error. */
export const removeUserAccess = ({ access }: { access: AccessDirectory }) =>
  mutation(removeUser, (context, { params: { projectId, userId } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'user', id: userId }, roles: [] }),
  )
