import { bind, type Binding } from '../../../../transport/http/bind.ts'
import { deleteSessionsOfUser, deleteUserSession, getUserSessions } from './user-sessions.use-case.ts'

export const userSessionsHttp = (): Binding[] => [
  bind(getUserSessions),
  bind(deleteUserSession),
  bind(deleteSessionsOfUser),
]
