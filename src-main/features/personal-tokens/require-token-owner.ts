import { AppError } from '../../kernel/app-error.ts'
import { personOf } from '../../kernel/caller.ts'
import type { QueryContext } from '../../kernel/use-case.ts'

/** Personal access tokens are a user's: an API token has none, and can make none (exchange 427). */
export function requireTokenOwner({ caller: { actor } }: QueryContext): number {
  const person = personOf(actor)
  if (person !== undefined) return person
  throw new AppError('ForbiddenError', 'PATs require an authenticated user.')
}
