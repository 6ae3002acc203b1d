import { readProjectAccess } from '#domains/projects/project-access/project-access.read-model.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as projectAccessContract from '#shared/projects/contract/project-access.ts'
import * as accessContract from '#shared/versions/contract/former/access.ts'
import { readOverviewWithFlags } from '#domains/flags/features/overview-with-flags.ts'
import * as projectsContract from '#shared/versions/contract/former/projects.ts'
import { performCurrentOperation, readRolesOf, setGroup, setUser } from '../former-access/change-role.ts'

/** The access to a project, but for the groups. */
export const getProjectUsers = query(
  accessContract.getProjectUsers,
  async ({ visible }, { params: { projectId } }) => {
    await requireProject(visible, projectId)
    const { users, roles } = await readProjectAccess(visible, projectId)
    return { users, roles }
  },
)

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
