/**
 * Project access: who holds which roles in a project. All ways to give a role go through `changeAccess`, which asks the one
 * guard against giving away more than one has.
 */
export { addAccessToProject } from './add-access.use-case.ts'
export { readProjectAccess } from './project-access.read-model.ts'
export { readHeldRoles, type Holder } from './project-access.store.ts'
export { setRolesForGroup, setRolesForUser } from './set-roles.use-case.ts'
export { projectAccessHttp } from './project-access.http.ts'
export { projectAccessRpc } from './project-access.rpc.ts'
