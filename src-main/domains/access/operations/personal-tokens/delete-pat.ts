import { deletePat as operation } from '#shared/access/contract/personal-tokens.ts'
import { mutation } from '#kernel/use-case.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireTokenOwner } from '../../records/personal-tokens/require-token-owner.ts'
import { withdrawPersonalToken } from '../../records/personal-tokens/withdraw-personal-token.ts'

/**
 * Deletes one of the caller's own tokens. Anybody else's is as if it were not there (recorded exchange
 * passwords-and-tokens/pat-delete-unknown).
 */
export const deletePat = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(operation, async (context, { params: { id } }) => {
    const preData = await withdrawPersonalToken(context, personalTokens, {
      id,
      userId: requireTokenOwner(context),
    })
    context.record({ type: 'pat-deleted', preData })
  })
