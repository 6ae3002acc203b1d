import type { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import { Latencies } from '#runtime/latencies.ts'

/** A finished request, by the path of its operation. */
interface FinishedRequest {
  method: string
  route: string
  status: number
  ms: number
}

type Traffic = EdgeInstanceData['traffic']
type Since = NonNullable<EdgeInstanceData['requestsSinceLastReport']>

/** Operations of SDKs and proxies. There are as many paths as operations. */
const OF_SDKS = /^\/(?:api\/(?:client|frontend)|edge)(?:\/|$)/
/** It takes as long as the SDK stays. */
const STREAM = '/api/client/streaming'
/** Paths whose requests are told by status: those of the published shape. */
const TOLD: readonly string[] = [
  '/api/client/features',
  '/api/frontend',
  '/api/client/metrics',
  '/api/client/metrics/bulk',
  '/api/client/metrics/edge',
]

/** Requests of SDKs to a mirror: how many, how long they took, and how they were answered. */
export class SdkTraffic {
  readonly #kinds: Readonly<Record<keyof Traffic, Map<string, Latencies>>> = {
    get: new Map(),
    post: new Map(),
    accessDenied: new Map(),
    cachedResponses: new Map(),
  }
  #since = new Map<string, NonNullable<Since[string]>>()

  /** Counts a request. */
  readonly note = ({ method, route, status, ms }: FinishedRequest): void => {
    if (!OF_SDKS.test(route) || route === STREAM) return
    const kind = this.#kinds[kindOf(method, status)]
    const latencies = kind.get(route) ?? new Latencies()
    kind.set(route, latencies)
    latencies.note(ms)
    if (!TOLD.includes(route)) return
    const { requests200 = 0, requests304 = 0 } = this.#since.get(route) ?? {}
    if (status === 304) this.#since.set(route, { requests200, requests304: requests304 + 1 })
    else if (status >= 200 && status < 300)
      this.#since.set(route, { requests200: requests200 + 1, requests304 })
  }

  /** Reads the times of all requests since the start. */
  read(): Traffic {
    const figuresOf = (kind: keyof Traffic) =>
      Object.fromEntries([...this.#kinds[kind]].map(([route, { figures }]) => [route, figures]))
    return {
      get: figuresOf('get'),
      post: figuresOf('post'),
      accessDenied: figuresOf('accessDenied'),
      cachedResponses: figuresOf('cachedResponses'),
    }
  }

  /** Takes the requests since it was asked last. */
  takeSince(): Since {
    const since = this.#since
    this.#since = new Map()
    return Object.fromEntries(since)
  }
}

function kindOf(method: string, status: number): keyof Traffic {
  if (status === 304) return 'cachedResponses'
  if (status === 401 || status === 403) return 'accessDenied'
  return method === 'POST' ? 'post' : 'get'
}
