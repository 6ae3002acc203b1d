import { AppError } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'

/**
 * Personal access tokens are a user's: an API token has none, and can make none (recorded exchange
 * passwords-and-tokens/pat-create-with-an-api-token).
 */
export function requireTokenOwner({ caller: { actor } }: QueryContext): number {
  const person = personOf(actor)
  if (person !== undefined) return person
  throw new AppError('ForbiddenError', 'PATs require an authenticated user.')
}
