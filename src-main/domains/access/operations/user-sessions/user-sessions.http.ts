import { bind, type Binding } from '../../../../transport/http/bind.ts'
import { deleteSessionsOfUser } from './delete-sessions-of-user.ts'
import { deleteUserSession } from './delete-user-session.ts'
import { getUserSessions } from './get-user-sessions.ts'

export const userSessionsHttp = (): Binding[] => [
  bind(getUserSessions),
  bind(deleteUserSession),
  bind(deleteSessionsOfUser),
]
