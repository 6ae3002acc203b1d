import type { PersonalToken } from '#shared/access/schemas/personal-token.ts'
import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { PersonalTokenDirectory } from './personal-token-directory.ts'
import { toPersonalToken } from './personal-token.ts'
import { deletePersonalToken, readPersonalTokensOf } from './personal-tokens.store.ts'

/** Deletes a token of this user: it is refused from the reply on. Answers what it was; throws 404 for any other. */
export async function withdrawPersonalToken(
  context: MutationContext,
  directory: PersonalTokenDirectory,
  { id, userId }: { id: number; userId: number },
): Promise<PersonalToken> {
  const tokens = await readPersonalTokensOf(context.queries, userId)
  const token = tokens.find((one) => one.id === id)
  if (!token) throw notFound('No PAT found.')
  await deletePersonalToken(context.queries, id)
  context.onCommit(() => directory.remove(id))
  return toPersonalToken(token)
}
