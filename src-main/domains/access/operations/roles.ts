import { AppError, badData } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/roles.ts'
import { PERMISSIONS, type PermissionScope } from '#shared/access/permissions/index.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import {
  checkedPermissions,
  refuseBuiltIn,
  requireAdminLeft,
  requireFreeRoleName,
} from '../roles/role-rules.ts'
import { environmentNames } from '../access/places.read-model.ts'
import { countRoleUse, countUseOfRole, readRoleProjects } from '../roles/role-use.read-model.ts'
import { toAdminPermission, toAdminPermissions, toRole, toRoleEvent, type RoleFacts } from '../roles/role.ts'
import {
  deleteRoleRow,
  insertRole,
  readRoles,
  replacePermissions,
  requireRole,
  updateRoleRow,
} from '../roles/roles.store.ts'

/**
 * All permissions, those of environments once for each, in the order of the environments
 * (docs/contract/access.md#roles).
 */
export const getPermissions = query(contract.getPermissions, async ({ visible }) => {
  const environments = await environmentNames(visible)
  return {
    version: 1 as const,
    permissions: {
      root: ofScope('root'),
      project: ofScope('project'),
      environments: environments.map((name) => ({ name, permissions: ofScope('environment', name) })),
    },
  }
})

const ofScope = (scope: PermissionScope, environment?: string) =>
  PERMISSIONS.filter((one) => one.scope === scope).map(({ name }) => toAdminPermission(name, environment))

/** All roles, with how many hold each (docs/contract/access.md#roles). */
export const getRoles = query(contract.getRoles, async ({ visible }) => {
  const useOf = await countRoleUse(visible)
  const roles = await readRoles(visible)
  return { version: 1 as const, roles: roles.map((role) => ({ ...role, ...useOf(role.id) })) }
})

/** Creates a custom role: of projects, unless said otherwise. */
export const createRole = ({ access }: { access: AccessDirectory }) =>
  mutation(
    contract.createRole,
    async (context, { body: { name, description, type = 'custom', permissions } }) => {
      await requireFreeRoleName(context.everything, name)
      const { restored } = context
      const role = await insertRole(context.everything, {
        ...(restored?.id === undefined ? {} : { id: Number(restored.id) }),
        name,
        description,
        type,
        permissions: await checkedPermissions(context.everything, type, permissions),
      })
      context.record({ type: 'role-created', data: toRoleEvent(role) })
      access.refreshAfter(context)
      return { version: 1 as const, roles: toRole(role) }
    },
  )

/** Checks whether a name is free for a new role. Permissions are checked with the role's type on creation. */
export const validateRole = query(contract.validateRole, ({ visible }, { body }) =>
  requireFreeRoleName(visible, body.name),
)

export const getRoleById = query(contract.getRoleById, async ({ visible }, { params: { roleId } }) => {
  const role = await requireRole(visible, roleId)
  const environments = await environmentNames(visible)
  return { ...toRole(role), permissions: toAdminPermissions(role.permissions, environments) }
})

/** Replaces a custom role, for all who hold it at once. */
export const updateRole = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.updateRole, async (context, { params: { roleId }, body }) => {
    const { everything } = context
    const before = await requireRole(everything, roleId)
    refuseBuiltIn(before)
    if (body.type !== undefined && body.type !== before.type)
      throw badData('The type of a role cannot be changed.', '/body/type')
    await requireFreeRoleName(everything, body.name, roleId)
    const after: RoleFacts = {
      ...before,
      name: body.name,
      description: body.description,
      permissions: await checkedPermissions(everything, before.type, body.permissions),
    }
    await updateRoleRow(everything, after)
    await replacePermissions(everything, roleId, after.permissions)
    await requireAdminLeft(everything)
    context.record({ type: 'role-updated', data: toRoleEvent(after), preData: toRoleEvent(before) })
    access.refreshAfter(context)
    return { version: 1 as const, roles: toRole(after) }
  })

/**
 * Deletes a custom role that nobody holds; the refusal counts who does, service accounts as users
 * (docs/contract/access.md#roles).
 */
export const deleteRole = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.deleteRole, async (context, { params: { roleId } }) => {
    const role = await requireRole(context.everything, roleId)
    refuseBuiltIn(role)
    const { userCount, serviceAccountCount, groupCount } = await countUseOfRole(context.everything, roleId)
    const users = userCount + serviceAccountCount
    if (users + groupCount > 0)
      throw new AppError(
        'RoleInUseError',
        `Role is in use by users(${users}) or groups(${groupCount}). You cannot delete a role that is in use without first removing the role from the users and groups.`,
      )
    await deleteRoleRow(context.everything, roleId)
    context.record({ type: 'role-deleted', preData: toRoleEvent(role) })
    access.refreshAfter(context)
  })

/** Lists the projects in which a role is assigned, with the number of holders. */
export const getRoleProjectAccess = query(
  contract.getRoleProjectAccess,
  async ({ visible }, { params: { roleId } }) => {
    await requireRole(visible, roleId)
    return { projects: await readRoleProjects(visible, roleId) }
  },
)
