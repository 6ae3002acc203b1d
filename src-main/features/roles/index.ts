/**
 * Roles: named sets of permissions. The predefined ones stay as they are; a custom one is of the root or of projects, and
 * changes for all who hold it at once.
 */
export { isProjectRole, toAdminPermission, toAdminPermissions, toRole, type RoleFacts } from './role.ts'
export { rolesHttp } from './roles.http.ts'
export { rolesRpc } from './roles.rpc.ts'
export { readRoles, requireRole } from './roles.store.ts'
