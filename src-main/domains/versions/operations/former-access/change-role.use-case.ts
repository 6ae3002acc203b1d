import {
  addRoleAccessToProject as addAccess,
  addRoleForUser as addForUser,
  changeRoleForGroup as changeForGroup,
  changeRoleForUser as changeForUser,
  removeRoleForGroup as removeForGroup,
  removeRoleForUser as removeForUser,
} from '../../../../../src-shared/contract/former/access.ts'
import type { Operation } from '../../../../../src-shared/contract/index.ts'
import { relocated } from '../../../../kernel/app-error.ts'
import type { RawRequest } from '../../../../kernel/parse-request.ts'
import { mutation, type MutationContext, type MutationUseCase } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addAccessToProject } from '../../../projects/operations/project-access/add-access.use-case.ts'
import { readHeldRoles, type Holder } from '../../../projects/records/project-access/project-access.store.ts'
import {
  setRolesForGroup,
  setRolesForUser,
} from '../../../projects/operations/project-access/set-roles.use-case.ts'

/** One role at a time, its number in the path: each is done as who asks today's contract for a list of one. */
export const addRoleAccessToProject = (access: AccessDirectory) =>
  mutation(addAccess, (context, { params: { projectId, roleId }, body }) => {
    const users = body.users.map(({ id }) => id)
    const groups = body.groups.map(({ id }) => id)
    const request = { params: { projectId }, body: { roles: [roleId], users, groups } }
    return asToday(context, addAccessToProject(access), request)
  })

export const addRoleForUser = (access: AccessDirectory) =>
  mutation(addForUser, async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    await setUser(context, access, { projectId, userId }, [...new Set([...held, roleId])])
  })

export const changeRoleForUser = (access: AccessDirectory) =>
  mutation(changeForUser, (context, { params: { roleId, ...place } }) =>
    setUser(context, access, place, [roleId]),
  )

export const removeRoleForUser = (access: AccessDirectory) =>
  mutation(removeForUser, async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    const kept = held.filter((id) => id !== roleId)
    await setUser(context, access, { projectId, userId }, kept)
  })

export const changeRoleForGroup = (access: AccessDirectory) =>
  mutation(changeForGroup, (context, { params: { roleId, ...place } }) =>
    setGroup(context, access, place, [roleId]),
  )

export const removeRoleForGroup = (access: AccessDirectory) =>
  mutation(removeForGroup, async (context, { params: { projectId, groupId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'group', id: groupId })
    const kept = held.filter((id) => id !== roleId)
    await setGroup(context, access, { projectId, groupId }, kept)
  })

async function readRolesOf({ queries }: MutationContext, project: string, { kind, id }: Holder) {
  const held = await readHeldRoles(queries, project)
  return held.filter((one) => one.kind === kind && one.id === id).map((one) => one.roleId)
}

const setUser = (
  context: MutationContext,
  access: AccessDirectory,
  { projectId, userId }: { projectId: string; userId: number },
  roles: readonly number[],
) =>
  asToday(context, setRolesForUser(access), {
    params: { projectId, userId: String(userId) },
    body: { roles },
  })

const setGroup = (
  context: MutationContext,
  access: AccessDirectory,
  { projectId, groupId }: { projectId: string; groupId: number },
  roles: readonly number[],
) =>
  asToday(context, setRolesForGroup(access), {
    params: { projectId, groupId: String(groupId) },
    body: { roles },
  })

/** With today's permissions, guards and events; a refusal names the role where this request has it. */
async function asToday<O extends Operation, R>(
  context: MutationContext,
  useCase: MutationUseCase<O, R>,
  request: RawRequest,
): Promise<R> {
  try {
    return await context.performAs(context.caller.actor, useCase, request)
  } catch (error) {
    throw relocated(error, '/params/roleId', '/body/roles')
  }
}
