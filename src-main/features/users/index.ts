/** Users: the people who may sign in. Issue 03 adds their management; here are the facts that the rest rests on. */
export { imageUrlOf, toActor, toUser, type StoredUser } from './user.ts'
export {
  findFirstAdmin,
  findUser,
  findUserByLogin,
  insertUser,
  recordSignIn,
  setPassword,
} from './users.store.ts'
export { usersHttp } from './users.http.ts'
export { usersRpc } from './users.rpc.ts'
