/**
 * Access: who holds which roles, and how. The facts live in users, roles and groups; here they become the grants that
 * decisions are made of.
 */
export { AccessDirectory } from './access-directory.ts'
export {
  grantsOf,
  type AccessFacts,
  type StoredAssignment,
  type StoredGroup,
  type StoredRole,
} from './access-facts.ts'
export { assignRole, countAdmins, setRootRole } from './access.store.ts'
export { requireAdminLeft } from './require-admin-left.ts'
export { readRootRoles, requireRootRole } from './root-roles.store.ts'
