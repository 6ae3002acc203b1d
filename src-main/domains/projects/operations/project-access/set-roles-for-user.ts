import { setRolesForUser as setUser } from '#shared/projects/contract/project-access.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { setRoles } from '../../records/project-access/set-roles.ts'

/** Sets the roles of a user in a project: none takes them all (docs/contract/access.md#project-access). */
export const setRolesForUser = ({ access }: { access: AccessDirectory }) =>
  mutation(setUser, (context, { params: { projectId, userId }, body: { roles } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'user', id: userId }, roles }),
  )
