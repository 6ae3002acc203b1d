import type { PersonalToken } from '#shared/access/schemas/personal-token.ts'
import { isExpired } from '#ui/expiry.ts'

/** Counts the tokens of an account: "2 tokens", "1 token, expired". */
export function tokensInWords(tokens: readonly PersonalToken[], now: Date): string {
  if (tokens.length === 0) return 'none'
  const expired = tokens.filter((token) => isExpired(token.expiresAt, now)).length
  const count = `${tokens.length} ${tokens.length === 1 ? 'token' : 'tokens'}`
  if (expired === 0) return count
  return expired === tokens.length ? `${count}, expired` : `${count}, ${expired} expired`
}

/** Finds the last use of any of the tokens. */
export const lastSeen = (tokens: readonly PersonalToken[]): string | undefined =>
  tokens
    .flatMap((token) => token.seenAt ?? [])
    .sort()
    .at(-1)
