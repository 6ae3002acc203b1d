import { badData } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { isLoginTaken } from '../users/users.store.ts'

/** Nobody else signs in by this user name or e-mail address. Throws 400 (recorded exchange users/duplicate-e-mail). */
export async function requireFreeLogin(
  queries: Queries,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  besides?: number,
): Promise<void> {
  for (const [field, login] of Object.entries({ username, email })) {
    if (login !== undefined && (await isLoginTaken(queries, login, besides)))
      throw badData('User already exists', `/body/${field}`)
  }
}
