import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { environmentExists } from '#domains/access/access/places.read-model.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { isFresh } from '#kernel/etag.ts'
import type { TokenScope } from '#kernel/caller.ts'
import { readableOf, type StreamSource } from '#kernel/stream.ts'
import { buffered, mutation, query, type QueryContext, served } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/client-api.ts'
import { answerPoll, type ClientFeaturesAnswer, toFeaturesReply } from '../client-api/answer-poll.ts'
import type { SdkNames } from '../propagation/sdk-revisions.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { inlineSegments } from '../client-api/client-features.ts'
import { toClientQuery, type ClientQuery } from '../client-api/client-query.ts'
import { DELTA_SPEC } from '../client-api/delta.ts'
import { OverlaidQuery } from '../client-api/overlaid-query.ts'
import { audiencesOf } from '../client-api/overlay-views.ts'
import { takeMetrics, type MetricsServices } from '../client-api/take-metrics.ts'

/** Answers the poll of an SDK (docs/contract/clients.md#client-features). */
export const getAllClientFeatures = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getAllClientFeatures, ClientFeaturesAnswer>(
      contract.getAllClientFeatures,
      (context, asked) => answerPoll(clientApi, context, asked),
    ),
    { reply: toFeaturesReply },
  )

export const getClientFeature = ({ clientApi }: { clientApi: ClientApi }) =>
  query(contract.getClientFeature, async (context, { params: { featureName }, query: asked, headers }) => {
    const scope = await clientApi.scopeOf(context, asked.environment)
    const { actor } = context.caller
    const { features, segments } = await clientApi.viewFor(scope.environment, { actor, headers })
    const found = features.get(featureName)?.feature
    const visible = found && (scope.projects.includes('*') || scope.projects.includes(found.project))
    const [feature] = visible ? inlineSegments([found], segments) : []
    if (!feature) throw notFound(`Could not find feature flag ${featureName}`)
    return feature
  })

export const registerClientApplication = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(contract.registerClientApplication, async (context, { body, headers }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    await clientApi.register(context, [
      { application: body, environment, projects, sdkType: 'backend', headers },
    ])
  })

export const registerClientMetrics = (services: MetricsServices) =>
  buffered(contract.registerClientMetrics, (context, { body, headers }) =>
    takeMetrics(services, context, body, headers),
  )

/** Answers what has changed since the ETag that an SDK sends, ready to be sent; null: nothing. */
export const getDelta = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getDelta, ClientFeaturesAnswer>(
      contract.getDelta,
      async (context, { query: asked, headers }) => {
        const scope = await clientApi.scopeOf(context, asked.environment)
        const { actor } = context.caller
        const audiences = await clientApi.audiencesFor(scope.environment, { actor, headers })
        const clientQuery = toClientQuery(scope, asked, DELTA_SPEC, audiences)
        const has = headers['if-none-match']
        const current = clientApi.configuration.revisionOf(scope.environment)
        const etag = clientApi.deltas.etagOf(clientQuery, current)
        const note = (revision: number) =>
          clientApi.sdkRevisions.note(context.caller, headers, {
            ...scope,
            way: 'delta',
            revision,
            at: context.now,
          })
        if (isFresh(has, etag)) {
          note(current)
          return { etag, bytes: null }
        }
        const { bytes, revision } = await clientApi.deltas.bytesSince(
          clientQuery,
          clientApi.deltas.revisionOfEtag(has, clientQuery),
        )
        note(revision)
        // the revision of this very delta: a change meanwhile belongs to the next one
        return { etag: clientApi.deltas.etagOf(clientQuery, revision), bytes }
      },
    ),
    {
      reply: ({ etag, bytes }) =>
        bytes === null ? { status: 304, headers: { etag } } : { status: 200, bytes, headers: { etag } },
    },
  )

/** Less than the 60 seconds of silence after which SDKs hang up. */
const HEARTBEAT_MS = 20_000

/** Then the SDK connects again. */
const LIFETIME_MS = 15 * 60_000

/**
 * Sends all that an SDK may see, and every change from then on. The stream ends when its token, its user or what they may
 * see is no longer what it was; the SDK then connects again with what it has.
 */
export const getStreaming = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getStreaming, Readable>(
      contract.getStreaming,
      async (context, { query: asked, headers }) => {
        if (!headers.accept?.includes('text/event-stream'))
          throw badData('A stream is answered as text/event-stream: accept that', '/headers/accept')
        const scope = await reachOf(clientApi, context, asked.environment)
        const generation = clientApi.streamGeneration
        const lastId = Number(headers['last-event-id'] ?? NaN)
        const clientQuery = toClientQuery(scope, asked, DELTA_SPEC)
        // what a token opens is part of it; what a person sees is not
        const isPerson = context.caller.actor.kind === 'user'
        const left = new AbortController()
        const audiences = audiencesOf(context.caller.actor, headers)
        const source = changesOf(clientApi, clientQuery, { lastId, audiences })
        const changes = context.stream(notingRevisions(source, clientApi, { context, scope, headers }), {
          isStillOpen: async () =>
            clientApi.streamGeneration === generation &&
            (!isPerson ||
              isDeepStrictEqual(await reachOf(clientApi, context.renew(), asked.environment), scope)),
          heartbeat: { everyMs: HEARTBEAT_MS, item: ': still here\n\n' },
          lifetimeMs: LIFETIME_MS,
          signal: left.signal,
        })
        return readableOf(changes, left)
      },
    ),
    { reply: (stream) => ({ status: 200, stream }) },
  )

/** Notes which revision the SDK at a stream has, until the stream ends. */
function notingRevisions(
  source: ReturnType<typeof changesOf>,
  clientApi: ClientApi,
  { context, scope, headers }: { context: QueryContext; scope: TokenScope; headers: SdkNames },
): StreamSource<string | Buffer> {
  const { sdkRevisions } = clientApi
  const stream = { environment: scope.environment, projects: scope.projects, way: 'stream' as const }
  return {
    open: (wake) => {
      const close = source.open(wake)
      const endStream = clientApi.beginStream()
      return () => {
        close()
        endStream()
        sdkRevisions.end(context.caller, headers, stream)
      }
    },
    take: async () => {
      const { pieces, revision } = await source.take()
      sdkRevisions.note(context.caller, headers, { ...stream, revision, at: context.renew().now })
      return pieces
    },
  }
}

/** The flags that a caller may see; for a person, whether the environment exists. A token goes with its environment. */
async function reachOf(clientApi: ClientApi, context: QueryContext, environment: string | undefined) {
  const scope = await clientApi.scopeOf(context, environment)
  const { projects } = scope
  const isPerson = context.caller.actor.kind === 'user'
  return {
    environment: scope.environment,
    projects: [...projects].sort(),
    exists: !isPerson || (await environmentExists(context.everything, scope.environment)),
  }
}

/** Pieces of messages, with the revision that the SDK has after them. The text of each is one for all streams that send the same. */
function changesOf(
  clientApi: ClientApi,
  clientQuery: ClientQuery,
  { lastId, audiences }: { lastId: number; audiences: readonly string[] },
) {
  const overlaid = new OverlaidQuery(clientApi.deltas, clientQuery, audiences)
  let known = Number.isSafeInteger(lastId) ? lastId : undefined
  let isConnected = false
  return {
    open: (wake: () => void) => clientApi.configuration.onChange(wake),
    take: async (): Promise<{ pieces: (string | Buffer)[]; revision: number }> => {
      if (isConnected && clientApi.configuration.revisionOf(clientQuery.environment) === known)
        return { pieces: [], revision: known }
      const since = known
      const { bytes, revision, isEmpty } = await overlaid.ask(since, (query) =>
        clientApi.deltas.bytesSince(query, since),
      )
      known = revision
      const name = isConnected ? 'unleash-updated' : 'unleash-connected'
      const isNews = !isEmpty || !isConnected
      isConnected = true
      return { pieces: isNews ? messageOf(name, revision, bytes) : [], revision }
    },
  }
}

/** Data up to which a message is sent in one piece. */
const SMALL_BYTES = 16 * 1024

/** Small messages, by their data: all streams that send the same share one. */
const messages = new WeakMap<Buffer, { begin: string; message: Buffer }>()

/** Makes a message of a stream. Large data stays a piece of its own, so that streams share it. */
function messageOf(name: string, revision: number, bytes: Buffer): (string | Buffer)[] {
  const begin = `event: ${name}\nid: ${revision}\ndata: `
  if (bytes.length > SMALL_BYTES) return [begin, bytes, '\n\n']
  const known = messages.get(bytes)
  if (known?.begin === begin) return [known.message]
  const message = Buffer.concat([Buffer.from(begin), bytes, Buffer.from('\n\n')])
  messages.set(bytes, { begin, message })
  return [message]
}
