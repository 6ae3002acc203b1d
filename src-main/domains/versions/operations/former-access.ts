import { readProjectAccess } from '#domains/projects/project-access/project-access.read-model.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as projectAccessContract from '#shared/projects/contract/project-access.ts'
import * as accessContract from '#shared/versions/contract/former/access.ts'
import { readOverviewWithFlags } from '#domains/flags/features/overview-with-flags.ts'
import * as projectsContract from '#shared/versions/contract/former/projects.ts'
import type { Operation, Result } from '#shared/contract/index.ts'
import { relocated } from '#kernel/app-error.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import { readHeldRoles, type Holder } from '#domains/projects/project-access/project-access.store.ts'
import { setRolesForGroup, setRolesForUser } from '#shared/projects/contract/project-access.ts'

/** The access to a project, but for the groups. */
export const getProjectUsers = query(
  accessContract.getProjectUsers,
  async ({ visible }, { params: { projectId } }) => {
    await requireProject(visible, projectId)
    const { users, roles } = await readProjectAccess(visible, projectId)
    return { users, roles }
  },
)

/** Reads the ids of the roles that a user or group holds in a project. */
async function readRolesOf({ everything }: MutationContext, project: string, { kind, id }: Holder) {
  const held = await readHeldRoles(everything, project)
  return held.filter((one) => one.kind === kind && one.id === id).map((one) => one.roleId)
}

/** Replaces the roles of a user in a project. */
const setUser = (
  context: MutationContext,
  { projectId, userId }: { projectId: string; userId: number },
  roles: readonly number[],
) =>
  performCurrentOperation(context, setRolesForUser, {
    params: { projectId, userId: String(userId) },
    body: { roles },
  })

/** Replaces the roles of a group in a project. */
const setGroup = (
  context: MutationContext,
  { projectId, groupId }: { projectId: string; groupId: number },
  roles: readonly number[],
) =>
  performCurrentOperation(context, setRolesForGroup, {
    params: { projectId, groupId: String(groupId) },
    body: { roles },
  })

/**
 * Performs the current operation, with its permissions, guards and events. An error names the role at its place in
 * this request.
 */
async function performCurrentOperation<O extends Operation>(
  context: MutationContext,
  operation: O,
  request: RawRequest,
): Promise<Result<O>> {
  try {
    return await context.performAs(context.caller.actor, operation, request)
  } catch (error) {
    throw relocated(error, '/params/roleId', '/body/roles')
  }
}

/** One role at a time, its number in the path: each is done as who asks today's contract for a list of one. */
export const addRoleAccessToProject = mutation(
  accessContract.addRoleAccessToProject,
  (context, { params: { projectId, roleId }, body }) => {
    const users = body.users.map(({ id }) => id)
    const groups = body.groups.map(({ id }) => id)
    const request = { params: { projectId }, body: { roles: [roleId], users, groups } }
    return performCurrentOperation(context, projectAccessContract.addAccessToProject, request)
  },
)

export const addRoleForUser = mutation(
  accessContract.addRoleForUser,
  async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    await setUser(context, { projectId, userId }, [...new Set([...held, roleId])])
  },
)

export const changeRoleForUser = mutation(
  accessContract.changeRoleForUser,
  (context, { params: { roleId, ...place } }) => setUser(context, place, [roleId]),
)

export const removeRoleForUser = mutation(
  accessContract.removeRoleForUser,
  async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    const kept = held.filter((id) => id !== roleId)
    await setUser(context, { projectId, userId }, kept)
  },
)

export const changeRoleForGroup = mutation(
  accessContract.changeRoleForGroup,
  (context, { params: { roleId, ...place } }) => setGroup(context, place, [roleId]),
)

export const removeRoleForGroup = mutation(
  accessContract.removeRoleForGroup,
  async (context, { params: { projectId, groupId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'group', id: groupId })
    const kept = held.filter((id) => id !== roleId)
    await setGroup(context, { projectId, groupId }, kept)
  },
)

export const getDeprecatedProjectOverview = query(
  projectsContract.getDeprecatedProjectOverview,
  (context, { params: { projectId } }) => readOverviewWithFlags(context, projectId),
)
