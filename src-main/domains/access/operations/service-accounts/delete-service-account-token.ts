import { deleteServiceAccountToken as remove } from '#shared/access/contract/service-accounts.ts'
import { mutation } from '#kernel/use-case.ts'
import { withdrawPersonalToken } from '../../records/personal-tokens/withdraw-personal-token.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireServiceAccount } from '../../records/service-accounts/service-accounts.store.ts'

export const deleteServiceAccountToken = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(remove, async (context, { params: { id, tokenId } }) => {
    const { username } = await requireServiceAccount(context.queries, id)
    const token = await withdrawPersonalToken(context, personalTokens, { id: tokenId, userId: id })
    context.record({ type: 'service-account-token-deleted', preData: { ...token, username } })
  })
