import type { Readable } from 'node:stream'
import { AppError } from '#kernel/app-error.ts'
import { isSameActor } from '#kernel/caller.ts'
import { isFresh } from '#kernel/etag.ts'
import { readableOf, type StreamSource } from '#kernel/stream.ts'
import { buffered, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/remote-evaluation.ts'
import * as telemetry from '#shared/clients/contract/telemetry.ts'
import type { ManifestFlag } from '#shared/clients/schemas/remote-evaluation.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { toClientQuery } from '../client-api/client-query.ts'
import { DELTA_SPEC } from '../client-api/delta.ts'
import { OverlaidQuery } from '../client-api/overlaid-query.ts'
import { audiencesOf } from '../client-api/overlay-views.ts'
import {
  evaluateAllRemotely,
  evaluateOneRemotely,
  type BulkEvaluation,
} from '../remote-evaluation/evaluate-remotely.ts'
import { manifestOf } from '../remote-evaluation/flag-manifest.ts'
import type { FlagChanges } from '../remote-evaluation/flag-changes.ts'
import type { RemoteStreams } from '../remote-evaluation/remote-streams.ts'
import type { StreamAnnouncer } from '../remote-evaluation/stream-announcer.ts'
import type { UsageSink } from '../remote-evaluation/remote-usage.ts'
import type { MetricsServices } from '../client-api/take-metrics.ts'
import { evaluationsInLogs, evaluationsInSpans } from '../telemetry/find-evaluations.ts'
import { takeEvaluations } from '../telemetry/take-evaluations.ts'

export const evaluateFlag = ({
  clientApi,
  remoteUsage: usage,
}: {
  clientApi: ClientApi
  remoteUsage: UsageSink
}) =>
  query(contract.evaluateFlag, (context, { params: { key }, body, headers }) =>
    evaluateOneRemotely(clientApi, context, { key, body, headers, usage }),
  )

export const evaluateFlagsBulk = ({
  clientApi,
  remoteStreams,
}: {
  clientApi: ClientApi
  remoteStreams: StreamAnnouncer
}) =>
  served(
    query<typeof contract.evaluateFlagsBulk, BulkEvaluation>(
      contract.evaluateFlagsBulk,
      async (context, { body, headers }) => {
        const results = await evaluateAllRemotely(clientApi, context, { body, headers })
        const entity = await remoteStreams.announce(
          results,
          context.caller.actor,
          headers['x-halyard-overlay'],
        )
        return { entity, isFresh: isFresh(headers['if-none-match'], entity.etag) }
      },
    ),
    {
      // unlike other POSTs, this one has an ETag
      reply: ({ entity, isFresh: isKnown }) => {
        const headers = { etag: entity.etag, 'cache-control': 'no-cache' }
        return isKnown ? { status: 304, headers } : { status: 200, entity, headers }
      },
    },
  )

/** OpenFeature's command line reads flags here, and writes none. */
export const getFlagManifest = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getFlagManifest, { flags: ManifestFlag[] }>(
      contract.getFlagManifest,
      async (context) => {
        const scope = await clientApi.scopeOf(context)
        return { flags: await manifestOf(await clientApi.configuration.of(scope.environment), scope) }
      },
    ),
    { reply: (body) => ({ status: 200, body, headers: { 'x-manifest-capabilities': 'read' } }) },
  )

/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 20_000

/** Then the page connects again. */
const LIFETIME_MS = 15 * 60_000

/** Changes that follow each other closely are one request of each page. */
const PACE_MS = 500

/**
 * Sends an event after each change of what a token sees. The stream ends with the token, or when the reach of the token
 * changes.
 */
export const streamFlagChanges = ({
  clientApi,
  remoteStreams,
}: {
  clientApi: ClientApi
  remoteStreams: RemoteStreams
}) =>
  served(
    query<typeof contract.streamFlagChanges, Readable>(
      contract.streamFlagChanges,
      async (context, { params: { ticket }, headers }) => {
        const { tickets, changes } = remoteStreams
        const holder = tickets.holderOf(ticket)
        if (!holder)
          throw new AppError(
            'UnauthorizedError',
            'This event stream has ended. Evaluate all flags again: the answer names the new one.',
          )
        const end = remoteStreams.begin()
        const generation = clientApi.streamGeneration
        const lastId = Number(headers['last-event-id'] || NaN)
        const { actor, overlay } = holder
        const query = toClientQuery(actor, {}, DELTA_SPEC)
        const audiences = audiencesOf(actor, { 'x-halyard-overlay': overlay })
        const source = sourceOf(changes, new OverlaidQuery(clientApi.deltas, query, audiences), lastId)
        const left = new AbortController()
        const items = context.stream(source, {
          isStillOpen: () => {
            const now = tickets.actorAgain(actor)
            const isOpen = clientApi.streamGeneration === generation && now && isSameActor(now, actor)
            return Promise.resolve(isOpen === true)
          },
          paceMs: PACE_MS,
          heartbeat: { everyMs: HEARTBEAT_MS, item: ': still here\n\n' },
          lifetimeMs: LIFETIME_MS,
          signal: left.signal,
        })
        return readableOf(items, left).once('close', end)
      },
    ),
    { reply: (stream) => ({ status: 200, stream }) },
  )

/**
 * Begins with an event for a page that says nothing of what it has: a flag may have changed since its answer. One that comes
 * back says up to which revision it heard.
 */
function sourceOf(changes: FlagChanges, overlaid: OverlaidQuery, lastId: number): StreamSource<string> {
  let known = Number.isSafeInteger(lastId) ? lastId : undefined
  let isConnected = false
  return {
    open: (wake) => changes.onChange(wake),
    take: async () => {
      const isFirst = !isConnected
      isConnected = true
      if (!isFirst && changes.revisionOf(overlaid.environment) === known) return []
      const since = known
      const { hasChanged, revision } = await overlaid.ask(since, (query) => changes.since(query, since))
      known = revision
      if (hasChanged) return [REFETCH(revision)]
      return isFirst ? [`id: ${revision}\n: nothing new\n\n`] : []
    },
  }
}

const REFETCH = (revision: number) => `id: ${revision}\ndata: {"type":"refetchEvaluation"}\n\n`

export const receiveSpans = (services: MetricsServices) =>
  buffered(telemetry.receiveSpans, async (context, { body }) => {
    const rejection = await takeEvaluations(services, context, await evaluationsInSpans(body))
    if (!rejection) return {}
    const { count: rejectedSpans, errorMessage } = rejection
    return { partialSuccess: { rejectedSpans, errorMessage } }
  })

export const receiveLogRecords = (services: MetricsServices) =>
  buffered(telemetry.receiveLogRecords, async (context, { body }) => {
    const rejection = await takeEvaluations(services, context, await evaluationsInLogs(body))
    if (!rejection) return {}
    const { count: rejectedLogRecords, errorMessage } = rejection
    return { partialSuccess: { rejectedLogRecords, errorMessage } }
  })
