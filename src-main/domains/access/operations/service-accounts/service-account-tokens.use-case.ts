import {
  createServiceAccountToken as create,
  deleteServiceAccountToken as remove,
} from '../../../../../src-shared/contract/service-accounts.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { issuePersonalToken } from '../../records/personal-tokens/issue-personal-token.ts'
import { withdrawPersonalToken } from '../../records/personal-tokens/withdraw-personal-token.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireServiceAccount } from '../../records/service-accounts/service-accounts.store.ts'

/** Creates a token of a service account, by the rules of personal tokens (docs/contract/access.md#service-accounts). */
export const createServiceAccountToken = (directory: PersonalTokenDirectory) =>
  mutation(create, async (context, { params: { id }, body }) => {
    const { username } = await requireServiceAccount(context.queries, id)
    const created = await issuePersonalToken(context, directory, { ...body, userId: id })
    const { secret: _secret, ...data } = created
    context.record({ type: 'service-account-token-created', data: { ...data, username } })
    return created
  })

export const deleteServiceAccountToken = (directory: PersonalTokenDirectory) =>
  mutation(remove, async (context, { params: { id, tokenId } }) => {
    const { username } = await requireServiceAccount(context.queries, id)
    const token = await withdrawPersonalToken(context, directory, { id: tokenId, userId: id })
    context.record({ type: 'service-account-token-deleted', preData: { ...token, username } })
  })
