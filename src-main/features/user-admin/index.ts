/**
 * User admin: the people of the instance as Admins manage them (docs/contract/access.md#users). It guards that nobody
 * deletes
 * themselves and that an Admin is always left. Service accounts have an area of their own.
 */
export { userAdminHttp } from './user-admin.http.ts'
export { userAdminRpc } from './user-admin.rpc.ts'
