import { getDelta as operation } from '../../../src-shared/contract/client-api.ts'
import type { Delta } from '../../../src-shared/schemas/client.ts'
import { query } from '../../kernel/use-case.ts'
import type { ClientApi } from './client-api.ts'
import { revisionOfEtag } from './client-deltas.ts'
import { toClientQuery } from './client-query.ts'
import { matches } from './get-client-features.use-case.ts'

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
      if (has !== undefined && matches(has, etag)) return { etag, delta: null }
      const { delta } = await api.deltas.since(clientQuery, revisionOfEtag(has, clientQuery))
      return { etag: api.deltas.etagOf(clientQuery), delta }
    },
  )
