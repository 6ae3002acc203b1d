import { AppError } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'

/** Favourites are a person's: an API token has none, and is told so (the original answers 500). */
export function requirePerson({ caller: { actor } }: QueryContext): number {
  const person = personOf(actor)
  if (person !== undefined) return person
  throw new AppError('InvalidOperationError', 'Favorites belong to a user. An API token has none.')
}
