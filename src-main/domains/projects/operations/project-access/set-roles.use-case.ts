import {
  removeGroupAccess as removeGroup,
  removeUserAccess as removeUser,
  setRolesForGroup as setGroup,
  setRolesForUser as setUser,
} from '../../../../../src-shared/contract/project-access.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import {
  requireGroupName,
  requireProjectRoles,
  requireUserName,
} from '../../records/project-access/access-request.ts'
import { changeAccess } from '../../records/project-access/change-access.ts'
import { CANNOT_ASSIGN } from '../../records/project-access/grant-guard.ts'
import type { Holder } from '../../records/project-access/project-access.store.ts'

/** Sets the roles of a user in a project: none takes them all (docs/contract/access.md#project-access). */
export const setRolesForUser = (access: AccessDirectory) =>
  mutation(setUser, (context, { params: { projectId, userId }, body: { roles } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'user', id: userId }, roles }),
  )

export const setRolesForGroup = (access: AccessDirectory) =>
  mutation(setGroup, (context, { params: { projectId, groupId }, body: { roles } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'group', id: groupId }, roles }),
  )

/** Who has no roles in the project loses none: that is no error. */
export const removeUserAccess = (access: AccessDirectory) =>
  mutation(removeUser, (context, { params: { projectId, userId } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'user', id: userId }, roles: [] }),
  )

export const removeGroupAccess = (access: AccessDirectory) =>
  mutation(removeGroup, (context, { params: { projectId, groupId } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'group', id: groupId }, roles: [] }),
  )

async function setRoles(
  context: MutationContext,
  access: AccessDirectory,
  { project, holder, roles }: { project: string; holder: Holder; roles: readonly number[] },
): Promise<void> {
  const { queries } = context
  const { kind, id } = holder
  await requireProject(queries, project)
  const name = await (kind === 'user' ? requireUserName : requireGroupName)(queries, id)
  await requireProjectRoles(queries, roles)
  const wanted = [{ ...holder, roles, path: `/params/${kind}Id` }]
  const [changed] = await changeAccess(context, access, { project, wanted, mode: 'set', text: CANNOT_ASSIGN })
  if (!changed) return
  const who = { [`${kind}Id`]: id, name }
  context.record({
    type: `project-access-${kind}-roles-${changed.after.length === 0 ? 'deleted' : 'updated'}`,
    project,
    ...(changed.after.length === 0 ? {} : { data: { ...who, roles: changed.after } }),
    preData: { ...who, roles: changed.before },
  })
}
