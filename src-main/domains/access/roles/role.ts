import {
  definitionOf,
  idOfPermission,
  type Permission,
  type PermissionDefinition,
} from '#shared/access/permissions/index.ts'
import type { AdminPermission, Role } from '#shared/access/schemas/role.ts'

/** Permission of a role. Without environment: in all environments, or not specific to any. */
export interface HeldPermission {
  permission: Permission
  environment?: string
}

export interface RoleFacts extends Pick<Role, 'id' | 'name' | 'description' | 'type'> {
  permissions: readonly HeldPermission[]
}

/**
 * Checks whether a role is predefined. Predefined roles cannot be changed (docs/contract/access.md#roles).
 */
export const isBuiltIn = ({ type }: Pick<Role, 'type'>) => type === 'root' || type === 'project'

/** Checks whether a role is assigned in projects, not at the root. */
export const isProjectRole = ({ type }: Pick<Role, 'type'>) => type === 'project' || type === 'custom'

/** A role as the API answers it, without its permissions. */
export function toRole({ id, name, description, type }: RoleFacts): Role {
  return { id, name, description, type }
}

/** Makes the data of a role that the event log keeps (docs/contract/access.md#roles). */
export function toRoleEvent(role: RoleFacts): Record<string, unknown> {
  const permissions = role.permissions.map(({ permission, environment }) => ({
    name: permission,
    ...(environment === undefined ? {} : { environment }),
  }))
  return { ...toRole(role), permissions }
}

export function toAdminPermission(name: Permission, environment?: string): AdminPermission {
  const { displayName, scope }: PermissionDefinition = definitionOf(name)
  return {
    id: idOfPermission(name),
    name,
    displayName,
    type: scope,
    ...(environment === undefined ? {} : { environment }),
  }
}

/**
 * Lists a role's permissions as in the contract. An environment permission appears once for each of its
 * environments. Those of predefined roles apply in all environments.
 */
export function toAdminPermissions(
  permissions: readonly HeldPermission[],
  environments: readonly string[],
): AdminPermission[] {
  return permissions.flatMap(({ permission, environment }) =>
    definitionOf(permission).scope === 'environment' && environment === undefined
      ? environments.map((name) => toAdminPermission(permission, name))
      : [toAdminPermission(permission, environment)],
  )
}
