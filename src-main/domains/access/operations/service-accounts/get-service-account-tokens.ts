import { getServiceAccountTokens as tokensOf } from '#shared/access/contract/service-accounts.ts'
import { query } from '#kernel/use-case.ts'
import { toPersonalToken } from '../../records/personal-tokens/personal-token.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireServiceAccount } from '../../records/service-accounts/service-accounts.store.ts'

export const getServiceAccountTokens = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(tokensOf, async ({ queries }, { params }) => {
    const { id } = await requireServiceAccount(queries, params.id)
    return { pats: personalTokens.of(id).map(toPersonalToken) }
  })
