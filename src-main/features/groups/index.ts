/**
 * User groups: they grant nothing of their own, but hand a root role, or roles in projects, on to their members. Members
 * are put in by hand, or by the sign-in of an identity provider (`syncGroups`).
 */
export { groupsHttp } from './groups.http.ts'
export { groupsRpc } from './groups.rpc.ts'
export { syncGroups } from './sync-groups.ts'
