import type { MutationContext } from '#kernel/use-case.ts'
import { withoutSecret, type StoredToken } from './api-token.ts'
import { deleteToken } from './api-tokens.store.ts'
import { projectOf } from './issue-token.ts'
import type { TokenDirectory } from './token-directory.ts'

/** Deletes a token: it is refused from the reply on. */
export async function withdrawToken(
  context: MutationContext,
  directory: TokenDirectory,
  token: StoredToken,
): Promise<void> {
  await deleteToken(context.queries, token.secret)
  context.record({
    type: 'api-token-deleted',
    environment: token.environment,
    preData: withoutSecret(token),
    ...projectOf(token),
  })
  context.onCommit(() => directory.remove(token.secret))
}
