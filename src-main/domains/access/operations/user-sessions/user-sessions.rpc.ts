import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { deleteSessionsOfUser, deleteUserSession, getUserSessions } from './user-sessions.use-case.ts'

export const userSessionsRpc = () =>
  router({
    list: queryOf(getUserSessions),
    end: mutationOf(deleteUserSession),
    endAll: mutationOf(deleteSessionsOfUser),
  })
