import { getDelta as operation } from '../../../src-shared/contract/client-api.ts'
import type { Delta } from '../../../src-shared/schemas/client.ts'
import { isFresh } from '../../kernel/etag.ts'
import { query } from '../../kernel/use-case.ts'
import type { ClientApi } from './client-api.ts'
import { revisionOfEtag } from './client-deltas.ts'
import { toClientQuery } from './client-query.ts'

/** Deltas are for SDKs that know segments. */
export const DELTA_SPEC = '5.2.0'

/** What has changed since the ETag that an SDK sends; null: nothing (semantics.md 5.3). */
export const getDelta = (api: ClientApi) =>
  query<typeof operation, { etag: string; delta: Delta | null }>(
    operation,
    async (context, { query: asked, headers }) => {
      const scope = await api.scopeOf(context, asked.environment)
      const clientQuery = toClientQuery(scope, asked, DELTA_SPEC)
      const has = headers['if-none-match']
      const etag = api.deltas.etagOf(clientQuery)
      if (isFresh(has, etag)) return { etag, delta: null }
      const { delta, revision } = await api.deltas.since(clientQuery, revisionOfEtag(has, clientQuery))
      // the revision of this very delta: a change meanwhile belongs to the next one
      return { etag: api.deltas.etagOf(clientQuery, revision), delta }
    },
  )
