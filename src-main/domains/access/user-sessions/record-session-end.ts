import type { MutationContext } from '#kernel/use-case.ts'
import { displayNameOf, type StoredUser } from '../users/user.ts'

/** Records that sessions were ended. */
export function recordEnd(
  { record }: MutationContext,
  user: Pick<StoredUser, 'id' | 'name' | 'username' | 'email'>,
  sessions: number,
): void {
  record({ type: 'user-sessions-ended', data: { id: user.id, name: displayNameOf(user), sessions } })
}
