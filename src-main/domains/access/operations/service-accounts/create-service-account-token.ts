import { createServiceAccountToken as create } from '#shared/access/contract/service-accounts.ts'
import { mutation } from '#kernel/use-case.ts'
import { issuePersonalToken } from '../../records/personal-tokens/issue-personal-token.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireServiceAccount } from '../../records/service-accounts/service-accounts.store.ts'

/** Creates a token of a service account, by the rules of personal tokens (docs/contract/access.md#service-accounts). */
export const createServiceAccountToken = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(create, async (context, { params: { id }, body }) => {
    const { username } = await requireServiceAccount(context.queries, id)
    const created = await issuePersonalToken(context, personalTokens, { ...body, userId: id })
    const { secret: _secret, ...data } = created
    context.record({ type: 'service-account-token-created', data: { ...data, username } })
    return created
  })
