import { setRolesForGroup as setGroup } from '#shared/projects/contract/project-access.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { setRoles } from '../../records/project-access/set-roles.ts'

export const setRolesForGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(setGroup, (context, { params: { projectId, groupId }, body: { roles } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'group', id: groupId }, roles }),
  )
