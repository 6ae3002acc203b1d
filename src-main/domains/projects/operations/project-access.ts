import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/project-access.ts'
import { groupRows } from '#store/group-rows.ts'
import { changeAccess, type RequestedHolder } from '../project-access/change-access.ts'
import { CANNOT_ASSIGN, CANNOT_GRANT } from '../project-access/grant-guard.ts'
import { readProjectAccess } from '../project-access/project-access.read-model.ts'
import {
  readHeldRoles,
  type HeldRole,
  type Holder,
  readGroupsOf,
  readUserNames,
} from '../project-access/project-access.store.ts'
import { requireProject } from '../projects/projects.store.ts'
import type { Queries } from '#store/queries.ts'
import { isProjectRole } from '#domains/access/roles/role.ts'
import { readRoles } from '#domains/access/roles/roles.store.ts'

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

/** Only project roles that exist can be given in a project (docs/contract/access.md#project-access): 400. */
async function requireProjectRoles(queries: Queries, ids: readonly number[]): Promise<void> {
  const valid = new Set((await readRoles(queries)).filter(isProjectRole).map((role) => role.id))
  const invalid = [...new Set(ids.filter((id) => !valid.has(id)))]
  if (invalid.length === 0) return
  throw badData(
    `You can't add access to a project with roles that aren't project roles or that don't exist. These roles are not valid: ${invalid.join(', ')}`,
    '/body/roles',
  )
}

/** Refuses with 400 users and groups that do not exist, where the request names them. */
async function requireHolders(queries: Queries, wanted: readonly RequestedHolder[]): Promise<void> {
  const idsOf = (kind: Holder['kind']) => [
    ...new Set(wanted.filter((one) => one.kind === kind).map((one) => one.id)),
  ]
  const known = {
    user: await readUserNames(queries, idsOf('user')),
    group: await readGroupsOf(queries, idsOf('group')),
  }
  const missing = wanted.find(({ kind, id }) => !known[kind].has(id))
  if (missing) throw badData(`Could not find ${missing.kind} with id: ${missing.id}`, missing.path)
}

/** The name of a user; else 404 (recorded exchange users/update-unknown). */
async function requireUserName(queries: Queries, id: number): Promise<string> {
  const name = (await readUserNames(queries, [id])).get(id)
  if (name === undefined) throw notFound('No user found')
  return name
}

/** The name of a group; else 404. */
async function requireGroupName(queries: Queries, id: number): Promise<string> {
  const group = (await readGroupsOf(queries, [id])).get(id)
  if (group === undefined) throw notFound(`Could not find group with id: ${id}`)
  return group.name
}

/** Users and groups that a request names, each with the roles it is to have. */
function requestedHoldersOf(
  {
    users = [],
    groups = [],
  }: { users?: readonly number[] | undefined; groups?: readonly number[] | undefined },
  roles: readonly number[],
  path = '/body',
): RequestedHolder[] {
  const named = (kind: Holder['kind'], ids: readonly number[], part: string) =>
    ids.map((id, index) => ({ kind, id, roles, path: `${path}/${part}/${index}` }))
  return [...named('user', users, 'users'), ...named('group', groups, 'groups')]
}

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
