import { getDelta as operation } from '#shared/clients/contract/client-api.ts'
import { isFresh } from '#kernel/etag.ts'
import { query } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { revisionOfEtag } from '../../records/client-api/client-deltas.ts'
import { toClientQuery } from '../../records/client-api/client-query.ts'
import { toBytes } from '../../records/client-api/delta.ts'
import type { ClientFeaturesAnswer } from '../../records/client-api/answer-poll.ts'
import { DELTA_SPEC } from '../../records/client-api/delta-spec.ts'

/** Answers what has changed since the ETag that an SDK sends, ready to be sent; null: nothing. */
export const getDelta = ({ clientApi }: { clientApi: ClientApi }) =>
  query<typeof operation, ClientFeaturesAnswer>(operation, async (context, { query: asked, headers }) => {
    const scope = await clientApi.scopeOf(context, asked.environment)
    const clientQuery = toClientQuery(scope, asked, DELTA_SPEC)
    const has = headers['if-none-match']
    const etag = clientApi.deltas.etagOf(clientQuery)
    if (isFresh(has, etag)) return { etag, bytes: null }
    const { delta, revision } = await clientApi.deltas.since(clientQuery, revisionOfEtag(has, clientQuery))
    // the revision of this very delta: a change meanwhile belongs to the next one
    return { etag: clientApi.deltas.etagOf(clientQuery, revision), bytes: await toBytes(delta) }
  })
