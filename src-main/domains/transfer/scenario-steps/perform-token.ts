import { createApiToken, deleteApiToken, updateApiToken } from '#shared/access/contract/api-tokens.ts'
import { badData } from '#kernel/app-error.ts'
import { permissionsFor, secretOf } from '#domains/access/api-tokens/api-token.ts'
import { issueToken, requireTokenScope } from '#domains/access/api-tokens/issue-token.ts'
import { changes, type Apply, type Item, type Performer } from './step-performer.ts'

/** Creates, replaces and deletes tokens. A token that gets another value, or loses its end, is another token. */
export const performToken: Performer<'apiTokens'> = async (apply, step) => {
  const { action, before, after } = step
  const removal = { params: { token: before?.secret ?? '' } }
  if (action === 'delete') return apply.perform(deleteApiToken, removal)
  if (action === 'update' && !changes(step, 'secret') && after.expiresAt)
    return apply.perform(updateApiToken, { ...removal, body: { expiresAt: after.expiresAt } })
  if (action === 'update') await apply.perform(deleteApiToken, removal)
  const { secret = before?.secret, ...token } = after
  if (secret === undefined) return apply.perform(createApiToken, { body: token })
  const isOther = before === undefined || changes(step, 'secret')
  if (isOther && apply.tokens.find(secret))
    throw badData(`The value of token "${token.tokenName}" is that of another token: delete that one first`)
  await createWithValue(apply, token, secret)
}

/** Creates a token with a value from the file: no operation takes one (ADR 43). */
async function createWithValue(
  { context, tokens }: Apply,
  token: Omit<Item<'apiTokens'>, 'secret'>,
  secret: string,
): Promise<void> {
  context.demand({ anyOf: permissionsFor('CREATE', token.type) })
  const scope = await requireTokenScope(context.visible, token)
  const prefix = secretOf(scope.projects, scope.environment, '')
  if (!secret.startsWith(prefix))
    throw badData(`The value of token "${token.tokenName}" must begin with "${prefix}", which is its scope`)
  const type = token.type === 'frontend' ? token.type : 'client'
  await issueToken(context, tokens, {
    ...scope,
    tokenName: token.tokenName,
    type,
    expiresAt: token.expiresAt ?? null,
    secret,
  })
}
