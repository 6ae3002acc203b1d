import { removeGroupAccess as removeGroup } from '#shared/projects/contract/project-access.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { setRoles } from '../../records/project-access/set-roles.ts'

export const removeGroupAccess = ({ access }: { access: AccessDirectory }) =>
  mutation(removeGroup, (context, { params: { projectId, groupId } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'group', id: groupId }, roles: [] }),
  )
