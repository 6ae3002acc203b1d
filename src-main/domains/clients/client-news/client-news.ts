import { compositeKey } from '#shared/composite-key.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { Caller } from '#kernel/caller.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import type { StreamSource } from '#kernel/stream.ts'

/** Successful request that an SDK made with its token. */
export interface ClientRequest {
  /** ISO 8601. */
  at: string
  /** Name that the application gave itself. */
  appName: string | null
  environment: string
  /** Projects of its token; `*`: all. */
  projects: readonly string[]
  /** True if the SDK has asked for flags, and not just registered or reported. */
  asksFlags: boolean
}

type Listener = (request: ClientRequest) => void

/** Kinds of requests that wait for a window: an application in an environment has one or two. */
const MAX_WAITING = 200
/** Shortest time between two updates of a window, in milliseconds. */
const PACE_MS = 500

/** Notifies windows of the requests of SDKs. Costs nothing while no window follows them. */
export class ClientNews {
  readonly #clock: Clock
  readonly #listeners = new Set<Listener>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes an answered request of any kind; those of SDKs are news. */
  note({ actor, operation, status, request, body }: HttpExchange): void {
    if (this.#listeners.size === 0 || status >= 400 || operation === undefined) return
    if (actor.kind !== 'backend-token' && actor.kind !== 'frontend-token') return
    const { environment, projects } = actor
    const appName = appNameOf(request.headers, body)
    const asksFlags = operation.method === 'GET' || !/\/(register|metrics)$/.test(operation.path)
    const news = { at: this.#clock.now().toISOString(), appName, environment, projects, asksFlags }
    for (const listener of this.#listeners) listener(news)
  }

  /** Follows the requests; returns the function that ends it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Finds the name in the header of an SDK, or in a registration or report. */
function appNameOf(headers: HttpExchange['request']['headers'], body: unknown): string | null {
  const named = typeof body === 'object' && body !== null && 'appName' in body ? body.appName : undefined
  const name = headers['unleash-appname'] ?? named
  return typeof name === 'string' && name !== '' ? name.slice(0, 200) : null
}

/** Streams the requests of SDKs from now on: the latest of each application, for projects that the caller sees. */
export function clientNewsFeed(
  news: Pick<ClientNews, 'subscribe'>,
  { runtime, caller }: { runtime: Runtime; caller: Caller },
): StreamSource<ClientRequest> & { paceMs: number } {
  let waiting = new Map<string, ClientRequest>()
  return {
    paceMs: PACE_MS,
    open: (wake) =>
      news.subscribe((request) => {
        const { appName, environment, projects, asksFlags } = request
        const key = compositeKey(appName ?? '', environment, String(asksFlags), ...projects)
        if (waiting.size >= MAX_WAITING && !waiting.has(key)) return
        waiting.set(key, request)
        wake()
      }),
    take: () => {
      const taken = [...waiting.values()]
      waiting = new Map()
      const hidden = runtime.hiddenFrom(caller.actor)
      return taken.flatMap((request) => {
        const projects = request.projects.filter((project) => !hidden.has(project))
        return projects.length === 0 ? [] : [{ ...request, projects }]
      })
    },
  }
}
