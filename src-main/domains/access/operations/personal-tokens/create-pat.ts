import { createPat as operation } from '#shared/access/contract/personal-tokens.ts'
import { mutation } from '#kernel/use-case.ts'
import { issuePersonalToken } from '../../records/personal-tokens/issue-personal-token.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireTokenOwner } from '../../records/personal-tokens/require-token-owner.ts'

/** Creates a token that may do what the caller may, at any time (docs/contract/access.md#personal-tokens). */
export const createPat = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(operation, async (context, { body }) => {
    const userId = requireTokenOwner(context)
    const created = await issuePersonalToken(context, personalTokens, { ...body, userId })
    const { secret: _secret, ...data } = created
    context.record({ type: 'pat-created', data })
    return created
  })
