import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { getStreaming as operation } from '#shared/clients/contract/client-api.ts'
import { badData } from '#kernel/app-error.ts'
import type { StreamSource } from '#kernel/stream.ts'
import { query, type QueryContext } from '#kernel/use-case.ts'
import { environmentExists } from '#domains/access/records/places/places.read-model.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { toClientQuery, type ClientQuery } from '../../records/client-api/client-query.ts'
import { toBytes } from '../../records/client-api/delta.ts'
import { DELTA_SPEC } from '../../records/client-api/delta-spec.ts'

/** Less than the 60 seconds of silence after which SDKs hang up. */
const HEARTBEAT_MS = 20_000

/** Then the SDK connects again. */
const LIFETIME_MS = 15 * 60_000

/**
 * Sends all that an SDK may see, and every change from then on. The stream ends when its token, its user or what they may
 * see is no longer what it was; the SDK then connects again with what it has.
 */
export const getStreaming = ({ clientApi }: { clientApi: ClientApi }) =>
  query<typeof operation, Readable>(operation, async (context, { query: asked, headers }) => {
    if (!headers.accept?.includes('text/event-stream'))
      throw badData('A stream is answered as text/event-stream: accept that', '/headers/accept')
    const scope = await reachOf(clientApi, context, asked.environment)
    const generation = clientApi.streamGeneration
    const lastId = Number(headers['last-event-id'] ?? NaN)
    const clientQuery = toClientQuery(scope, asked, DELTA_SPEC)
    // what a token opens is part of it; what a person sees is not
    const isPerson = context.caller.actor.kind === 'user'
    const changes = context.stream(changesOf(clientApi, clientQuery, lastId), {
      isStillOpen: async () =>
        clientApi.streamGeneration === generation &&
        (!isPerson || isDeepStrictEqual(await reachOf(clientApi, context.anew(), asked.environment), scope)),
      heartbeat: { everyMs: HEARTBEAT_MS, item: ': still here\n\n' },
      lifetimeMs: LIFETIME_MS,
    })
    return Readable.from(changes)
  })

/** The flags that a caller may see, and whether its environment exists. */
async function reachOf(clientApi: ClientApi, context: QueryContext, environment: string | undefined) {
  const scope = await clientApi.scopeOf(context, environment)
  const { projects } = scope
  return {
    environment: scope.environment,
    projects: [...projects].sort(),
    exists: await environmentExists(context.everything, scope.environment),
  }
}

function changesOf(clientApi: ClientApi, clientQuery: ClientQuery, lastId: number): StreamSource<string> {
  let known = Number.isSafeInteger(lastId) ? lastId : undefined
  let isConnected = false
  return {
    open: (wake) => clientApi.configuration.onChange(wake),
    take: async () => {
      if (isConnected && clientApi.configuration.revisionOf(clientQuery.environment) === known) return []
      const { delta, revision } = await clientApi.deltas.since(clientQuery, known)
      known = revision
      const name = isConnected ? 'unleash-updated' : 'unleash-connected'
      const isNews = delta.events.length > 0 || !isConnected
      isConnected = true
      return isNews ? [toMessage(name, revision, await toBytes(delta))] : []
    },
  }
}

const toMessage = (name: string, id: number, data: Buffer) =>
  `event: ${name}\nid: ${id}\ndata: ${data.toString()}\n\n`
