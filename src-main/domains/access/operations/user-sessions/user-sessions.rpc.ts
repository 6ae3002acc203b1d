import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { deleteSessionsOfUser } from './delete-sessions-of-user.ts'
import { deleteUserSession } from './delete-user-session.ts'
import { getUserSessions } from './get-user-sessions.ts'

export const userSessionsRpc = () =>
  router({
    list: queryOf(getUserSessions),
    end: mutationOf(deleteUserSession),
    endAll: mutationOf(deleteSessionsOfUser),
  })
