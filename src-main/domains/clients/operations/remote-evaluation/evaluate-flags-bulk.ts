import { evaluateFlagsBulk as operation } from '#shared/clients/contract/remote-evaluation.ts'
import { isFresh } from '#kernel/etag.ts'
import { query } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import {
  evaluateAllRemotely,
  type BulkEvaluation,
} from '../../records/remote-evaluation/evaluate-remotely.ts'
import type { RemoteStreams } from '../../records/remote-evaluation/remote-streams.ts'

export const evaluateFlagsBulk = ({
  clientApi,
  remoteStreams,
}: {
  clientApi: ClientApi
  remoteStreams: RemoteStreams
}) =>
  query<typeof operation, BulkEvaluation>(operation, async (context, { body, headers }) => {
    const appName = headers['unleash-appname']
    const results = await evaluateAllRemotely(clientApi, context, { body, appName })
    const entity = remoteStreams.announce(results, context.caller.actor)
    return { entity, isFresh: isFresh(headers['if-none-match'], entity.etag) }
  })
