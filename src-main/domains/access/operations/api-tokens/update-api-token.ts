import { updateApiToken as operation } from '#shared/access/contract/api-tokens.ts'
import { mutation } from '#kernel/use-case.ts'
import { isVisible, permissionsFor, withoutSecret } from '../../records/api-tokens/api-token.ts'
import { setExpiry } from '../../records/api-tokens/api-tokens.store.ts'
import { projectOf } from '../../records/api-tokens/issue-token.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'

/**
 * Sets the expiry; an unknown token is no error (recorded exchange api-tokens/update-unknown), so that nobody can
 * probe for secrets.
 */
export const updateApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(operation, async (context, { params: { token: secret }, body: { expiresAt } }) => {
    const before = directory.find(secret)
    if (!before || !isVisible(context, before)) return
    context.demand({ anyOf: permissionsFor('UPDATE', before.type) })
    const after = { ...before, expiresAt }
    await setExpiry(context.queries, secret, expiresAt)
    const change = { data: withoutSecret(after), preData: withoutSecret(before) }
    context.record({
      type: 'api-token-updated',
      environment: before.environment,
      ...change,
      ...projectOf(before),
    })
    context.onCommit(() => directory.put(after))
  })
