import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/personal-tokens.ts'
import { issuePersonalToken } from '../personal-tokens/issue-personal-token.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import {
  requireTokenOwner,
  toPersonalToken,
  withdrawPersonalToken,
} from '../personal-tokens/personal-token.ts'

/** The caller's own tokens; from memory, so that their last use is exact. */
export const getPats = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(contract.getPats, async (context) => ({
    pats: personalTokens.of(requireTokenOwner(context)).map(toPersonalToken),
  }))

/** Creates a token that may do what the caller may, at any time (docs/contract/access.md#personal-tokens). */
export const createPat = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(contract.createPat, async (context, { body }) => {
    const userId = requireTokenOwner(context)
    const created = await issuePersonalToken(context, personalTokens, { ...body, userId })
    const { secret: _secret, ...data } = created
    context.record({ type: 'pat-created', data })
    return created
  })

/**
 * Deletes one of the caller's own tokens. Anybody else's is as if it were not there (recorded exchange
 * passwords-and-tokens/pat-delete-unknown).
 */
export const deletePat = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(contract.deletePat, async (context, { params: { id } }) => {
    const preData = await withdrawPersonalToken(context, personalTokens, {
      id,
      userId: requireTokenOwner(context),
    })
    context.record({ type: 'pat-deleted', preData })
  })
