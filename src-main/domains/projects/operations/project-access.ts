import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/project-access.ts'
import { groupRows } from '#store/group-rows.ts'
import {
  requestedHoldersOf,
  requireHolders,
  requireProjectRoles,
  requireGroupName,
  requireUserName,
} from '../project-access/access-request.ts'
import { changeAccess } from '../project-access/change-access.ts'
import { CANNOT_ASSIGN, CANNOT_GRANT } from '../project-access/grant-guard.ts'
import { readProjectAccess } from '../project-access/project-access.read-model.ts'
import { readHeldRoles, type HeldRole, type Holder } from '../project-access/project-access.store.ts'
import { requireProject } from '../projects/projects.store.ts'

export const getProjectAccess = query(
  contract.getProjectAccess,
  async ({ visible }, { params: { projectId } }) => {
    await requireProject(visible, projectId)
    return readProjectAccess(visible, projectId)
  },
)

/** Gives every user and group every role, beside what they have (docs/contract/access.md#project-access). */
export const addAccessToProject = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.addAccessToProject, async (context, { params: { projectId: project }, body }) => {
    const { everything } = context
    await requireProject(everything, project)
    if (body.roles.length === 0)
      throw badData(
        "You can't grant access without any roles. The roles array you sent was empty.",
        '/body/roles',
      )
    await requireProjectRoles(everything, body.roles)
    const wanted = requestedHoldersOf(body, body.roles)
    await requireHolders(everything, wanted)
    const changed = await changeAccess(context, access, { project, wanted, mode: 'add', text: CANNOT_GRANT })
    if (changed.length > 0) context.record({ type: 'project-access-added', project, data: { ...body } })
  })

/**
 * Makes the access to a project what the request says: who is not named loses it
 * (docs/contract/access.md#project-access).
 */
export const setProjectAccess = ({ access }: { access: AccessDirectory }) =>
  mutation(
    contract.setProjectAccess,
    async (context, { params: { projectId: project }, body: { roles } }) => {
      const { everything } = context
      await requireProject(everything, project)
      await requireProjectRoles(
        everything,
        roles.map((role) => role.id),
      )
      const named = roles.flatMap((role, index) =>
        requestedHoldersOf(role, [role.id], `/body/roles/${index}`),
      )
      await requireHolders(everything, named)
      const before = await readHeldRoles(everything, project)
      const others = before.map(({ kind, id }) => ({ kind, id, roles: [], path: '/body/roles' }))
      const wanted = [...named, ...others]
      const changed = await changeAccess(context, access, {
        project,
        wanted,
        mode: 'set',
        text: CANNOT_ASSIGN,
      })
      if (changed.length === 0) return
      context.record({
        type: 'project-access-updated',
        project,
        data: { roles: byRole(await readHeldRoles(everything, project)) },
        preData: { roles: byRole(before) },
      })
    },
  )

function byRole(held: readonly HeldRole[]) {
  const roles = [...groupRows(held, (one) => one.roleId)].sort(([a], [b]) => a - b)
  return roles.map(([id, holders]) => {
    const having = (kind: HeldRole['kind']) => holders.filter((one) => one.kind === kind).map((one) => one.id)
    return { id, users: having('user'), groups: having('group') }
  })
}

/** Sets the roles of a user in a project: none takes them all (docs/contract/access.md#project-access). */
export const setRolesForUser = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.setRolesForUser, (context, { params: { projectId, userId }, body: { roles } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'user', id: userId }, roles }),
  )

/** Replaces the roles that a user or group holds in a project. */
async function setRoles(
  context: MutationContext,
  access: AccessDirectory,
  { project, holder, roles }: { project: string; holder: Holder; roles: readonly number[] },
): Promise<void> {
  const { everything } = context
  const { kind, id } = holder
  await requireProject(everything, project)
  const name = await (kind === 'user' ? requireUserName : requireGroupName)(everything, id)
  await requireProjectRoles(everything, roles)
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

/** Removes a user's roles in a project. A user without roles is no error. */
export const removeUserAccess = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.removeUserAccess, (context, { params: { projectId, userId } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'user', id: userId }, roles: [] }),
  )

export const setRolesForGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.setRolesForGroup, (context, { params: { projectId, groupId }, body: { roles } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'group', id: groupId }, roles }),
  )

export const removeGroupAccess = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.removeGroupAccess, (context, { params: { projectId, groupId } }) =>
    setRoles(context, access, { project: projectId, holder: { kind: 'group', id: groupId }, roles: [] }),
  )
