/**
 * Users: the people who may sign in, and service accounts. Here are the facts that the rest rests on; it knows no other
 * area. Their management is in user-admin, their passwords are in passwords.
 */
export { displayNameOf, imageUrlOf, toActor, toUser, type StoredUser } from './user.ts'
export {
  findFirstAdmin,
  findUser,
  findUserByLogin,
  insertUser,
  isLoginTaken,
  recordSignIn,
  setPassword,
  USER_COLUMNS,
} from './users.store.ts'
export { requirePerson, requirePersonCalling } from './require-person.ts'
