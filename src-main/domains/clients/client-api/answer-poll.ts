import type { z } from 'zod'
import type { FeaturesQuery, SdkHeaders } from '#shared/clients/contract/client-api.ts'
import { nameOf } from '#kernel/caller.ts'
import { isFresh } from '#kernel/etag.ts'
import type { Reply } from '#kernel/route.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { ClientApi } from './client-api.ts'
import { toClientQuery } from './client-query.ts'

/** Either the bytes of the answer, or that the SDK has them already. */
export type ClientFeaturesAnswer = { etag: string; bytes: Buffer } | { etag: string; bytes: null }

/** The whole configuration, which all SDKs with such a token get. */
export const toFeaturesReply = ({ etag, bytes }: ClientFeaturesAnswer): Reply =>
  bytes === null
    ? { status: 304, headers: { etag } }
    : { status: 200, entity: { etag, bytes, comesAgain: true } }

interface PollRequest {
  query: z.output<typeof FeaturesQuery>
  headers: z.output<typeof SdkHeaders>
}

/** Answers an SDK, and notes it in the evaluation log. */
export async function answerPoll(
  api: ClientApi,
  context: QueryContext,
  { query: asked, headers }: PollRequest,
): Promise<ClientFeaturesAnswer> {
  const { caller, now } = context
  const scope = await api.scopeOf(context, asked.environment)
  const audiences = await api.audiencesFor(scope.environment, { actor: caller.actor, headers })
  const clientQuery = toClientQuery(scope, asked, headers['unleash-client-spec'], audiences)
  const current = api.configuration.revisionOf(scope.environment)
  const note = (status: number, revision: number) => {
    api.sdkRevisions.note(caller, headers, { ...scope, way: 'poll', revision, at: now })
    api.log.note({
      kind: 'client',
      at: now,
      appName: headers['unleash-appname'],
      tokenName: nameOf(caller.actor),
      environment: scope.environment,
      projects: scope.projects,
      status,
      revision,
    })
  }
  const has = headers['if-none-match']
  if (has !== undefined) {
    const etag = api.bodies.etagOf(clientQuery)
    if (isFresh(has, etag)) {
      note(304, current)
      return { etag, bytes: null }
    }
  }
  const answer = await api.bodies.get(clientQuery)
  note(200, answer.revision)
  return answer
}
