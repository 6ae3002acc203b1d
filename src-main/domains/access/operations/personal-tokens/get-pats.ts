import { getPats as operation } from '#shared/access/contract/personal-tokens.ts'
import { query } from '#kernel/use-case.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { toPersonalToken } from '../../records/personal-tokens/personal-token.ts'
import { requireTokenOwner } from '../../records/personal-tokens/require-token-owner.ts'

/** The caller's own tokens; from memory, so that their last use is exact. */
export const getPats = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(operation, async (context) => ({
    pats: personalTokens.of(requireTokenOwner(context)).map(toPersonalToken),
  }))
