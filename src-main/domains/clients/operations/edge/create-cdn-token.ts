import { createCDNToken as create } from '#shared/clients/contract/edge-instances.ts'
import { badData, exceedsLimit } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireTokenScope } from '#domains/access/records/api-tokens/issue-token.ts'
import { projectExists } from '#domains/access/records/places/places.read-model.ts'
import { insertCdnToken, readCdnTokens } from '../../records/edge/cdn-tokens.store.ts'

/** Most tokens: more than networks could need. */
const MAX_TOKENS = 100

/** Keeps what was requested. There is no secret: no network is connected (docs/contract/clients.md#cdn-tokens). */
export const createCDNToken = mutation(create, async (context, { body }) => {
  const { queries, visible, now } = context
  const { tokenName, project, environment, expiresAt = null } = body
  if (project !== undefined && project !== '*' && !(await projectExists(visible, project)))
    throw badData(`Project=${project} does not exist`, '/body/project')
  await requireTokenScope(visible, { environment, projects: ['*'], type: 'frontend' })
  if ((await readCdnTokens(queries)).length >= MAX_TOKENS) throw exceedsLimit('CDN token', MAX_TOKENS)
  await insertCdnToken(queries, { ...body, createdAt: now.toISOString() })
  context.record({
    type: 'cdn-token-created',
    environment,
    ...(project === undefined ? {} : { project }),
    data: { name: tokenName, environment, expiresAt },
  })
})
