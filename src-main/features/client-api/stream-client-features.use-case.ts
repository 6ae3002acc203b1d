import { Readable } from 'node:stream'

import { getStreaming as operation } from '../../../src-shared/contract/client-api.ts'
import type { Delta } from '../../../src-shared/schemas/client.ts'
import { badData } from '../../kernel/app-error.ts'
import { query } from '../../kernel/use-case.ts'
import type { ClientApi } from './client-api.ts'
import { toClientQuery, type ClientQuery } from './client-query.ts'
import { DELTA_SPEC } from './get-delta.use-case.ts'

/** Less than the 60 seconds of silence after which SDKs hang up. */
const HEARTBEAT_MS = 20_000
/** Then the SDK comes again, and shows its token again: one that was deleted opens nothing. */
const LIFETIME_MS = 15 * 60_000

/** All that an SDK may see, and every change from then on, for as long as it listens (semantics.md 5.3). */
export const getStreaming = (api: ClientApi) =>
  query<typeof operation, Readable>(operation, async (context, { query: asked, headers }) => {
    if (!headers.accept?.includes('text/event-stream'))
      throw badData('A stream is answered as text/event-stream: accept that', '/headers/accept')
    const scope = await api.scopeOf(context, asked.environment)
    const lastId = Number(headers['last-event-id'] ?? NaN)
    return Readable.from(changes(api, toClientQuery(scope, asked, DELTA_SPEC), lastId))
  })

async function* changes(api: ClientApi, clientQuery: ClientQuery, lastId: number): AsyncGenerator<string> {
  let wake = () => {}
  let isOver = false
  const off = api.configuration.onChange(() => wake())
  const lifetime = setTimeout(() => {
    isOver = true
    wake()
  }, LIFETIME_MS)
  lifetime.unref()
  try {
    let known = Number.isSafeInteger(lastId) ? lastId : undefined
    let name = 'unleash-connected'
    while (!isOver) {
      const { delta, revision } = await api.deltas.since(clientQuery, known)
      known = revision
      if (delta.events.length > 0 || name === 'unleash-connected') yield toMessage(name, revision, delta)
      name = 'unleash-updated'
      while (api.configuration.revisionOf(clientQuery.environment) === known && !isOver) {
        const woken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), HEARTBEAT_MS)
          timer.unref()
          wake = () => {
            clearTimeout(timer)
            resolve(true)
          }
        })
        if (!woken) yield ': still here\n\n'
      }
    }
  } finally {
    clearTimeout(lifetime)
    off()
    wake()
  }
}

const toMessage = (name: string, id: number, delta: Delta) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(delta)}\n\n`
