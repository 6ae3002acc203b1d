import { stat } from 'node:fs/promises'

import { Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Clock } from '#kernel/clock.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import { ownUsage } from '#runtime/process-family.ts'
import type { Limits } from '#kernel/limits.ts'
import type { Queries } from '#store/queries.ts'
import type { Figure, FigureValue } from './figure.ts'
import {
  readEnvironmentNames,
  readInstanceCounts,
  type InstanceCounts,
} from './instance-counts.read-model.ts'
import { entriesOf } from '#shared/own-value.ts'
import type { RequestOutcome } from '#shared/signals/schemas/sender-request.ts'

/** Sources of the figures. */
export interface FigureSources {
  store: {
    readonly queries: Queries
    readonly status: {
      readonly engine: 'sqlite' | 'postgres'
      readonly place: string
      readonly writable: boolean
    }
  }
  clock: Clock
  limits: Limits
  version: string
  /** Revision of the client features of an environment. */
  revisionOf: (environment: string) => number
  loop: Pick<LoopWatch, 'lagMs' | 'longTurns'>
  /** Undefined: this instance is no mirror. */
  mirror: MirrorAge | undefined
  /** Reports of SDKs that a mirror sends to its upstream; undefined: this instance mirrors none. */
  forwarded?: ForwardedFigures | undefined
  /** Requests to signal endpoints since the start, by outcome. */
  signalRequests: Readonly<Record<RequestOutcome, number>>
}

/** Age of the flags of a mirror. */
interface MirrorAge {
  readonly sources: { readonly environments: readonly string[]; readonly isAnswered: boolean }
  ageOf(environment: string): number | undefined
}

/** Evaluations that a mirror has been told of. */
export interface ForwardedFigures {
  waiting: () => Promise<{ evaluations: number; since: string | null }>
  totals: () => Promise<Readonly<Record<ForwardingOutcome, number>>>
}

const FORWARDING_OUTCOMES = ['sent', 'dropped', 'overridden', 'unconfirmed'] as const
type ForwardingOutcome = (typeof FORWARDING_OUTCOMES)[number]

/** A finished request, with labels of which there is a bounded number. */
export interface FinishedRequest {
  method: string
  route: string
  status: number
  ms: number
}

/** Time for which counts are reused: whoever scrapes without end reads the store once in it. */
const COUNTS_MS = 5000

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000]

/** Name and meaning of each count. The names are those of the original, where it has one. */
const COUNTS: Readonly<Record<keyof InstanceCounts, readonly [name: string, help: string]>> = {
  features: ['feature_toggles_total', 'Flags that are not archived'],
  archivedFeatures: ['feature_toggles_archived_total', 'Archived flags'],
  projects: ['projects_total', 'Projects that are not archived'],
  environments: ['environments_total', 'Environments'],
  segments: ['segments_total', 'Segments'],
  users: ['users_total', 'Users'],
  serviceAccounts: ['service_accounts_total', 'Service accounts'],
  groups: ['groups_total', 'Groups'],
  roles: ['roles_total', 'Roles'],
  apiTokens: ['api_tokens_total', 'API tokens'],
  applications: ['client_apps_total', 'Applications that have registered'],
  signalEndpoints: ['signal_endpoints_total', 'Signal endpoints'],
  openChangeRequests: ['change_requests_open_total', 'Change requests that are not closed'],
  releasePlans: ['release_plans_total', 'Release plans of flags'],
}

/**
 * Figures of the service in the format of Prometheus (ADR 8). Labels are bounded: paths of operations, statuses,
 * environments and names of limits, never what a client has chosen.
 */
export class PrometheusFigures {
  readonly #registry = new Registry()
  readonly #requests: Counter<'method' | 'path' | 'status'>
  readonly #durations: Histogram<'method' | 'path'>
  readonly #sources: FigureSources
  #counts: { at: number; read: Promise<InstanceCounts> } | undefined

  constructor(sources: FigureSources) {
    this.#sources = sources
    const registers = [this.#registry]
    this.#requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests by operation and status',
      labelNames: ['method', 'path', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'http_request_duration_milliseconds',
      help: 'Time until the response was sent',
      labelNames: ['method', 'path'],
      buckets: BUCKETS_MS,
      registers,
    })
    this.#addCounts()
    this.#addStore()
    this.#addProcess()
    this.#addSignals()
    this.#addLimits()
    this.#addMirror()
    if (sources.forwarded) this.#addForwarded(sources.forwarded)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Counts a finished request. */
  note({ method, route, status, ms }: FinishedRequest): void {
    this.#requests.inc({ method, path: route, status: String(status) })
    this.#durations.observe({ method, path: route }, ms)
  }

  /** Reads all figures with their values. */
  async figures(): Promise<Figure[]> {
    const read = await this.#registry.getMetricsAsJSON()
    // the library names the types in words, although its declarations have numbers
    return read.map(({ name, help, type, values }) => ({
      name,
      help,
      type: String(type) as Figure['type'],
      values: values as FigureValue[],
    }))
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  #addCounts(): void {
    const read = () => this.#readCounts()
    for (const [key, [name, help]] of entriesOf(COUNTS))
      new Gauge({
        name,
        help,
        registers: [this.#registry],
        async collect() {
          this.set((await read())[key])
        },
      })
    const { revisionOf, store } = this.#sources
    new Gauge({
      name: 'environment_revision_id',
      help: 'Revision of the client features',
      labelNames: ['environment'],
      registers: [this.#registry],
      async collect() {
        const names = await readEnvironmentNames(store.queries)
        this.reset()
        for (const environment of names) this.set({ environment }, revisionOf(environment))
      },
    })
  }

  #readCounts(): Promise<InstanceCounts> {
    const { clock, store } = this.#sources
    const at = clock.now().getTime()
    if (!this.#counts || Math.abs(at - this.#counts.at) >= COUNTS_MS) {
      const counts = { at, read: readInstanceCounts(store.queries) }
      this.#counts = counts
      // a read that failed is not reused
      counts.read.catch(() => {
        if (this.#counts === counts) this.#counts = undefined
      })
    }
    return this.#counts.read
  }

  #addStore(): void {
    const { store } = this.#sources
    new Gauge({
      name: 'halyard_store_size_bytes',
      help: 'Size of the database file and its write-ahead log',
      labelNames: ['file'],
      registers: [this.#registry],
      async collect() {
        const { engine, place } = store.status
        if (engine !== 'sqlite') return // the server has metrics of its own
        this.set({ file: 'database' }, await sizeOf(place))
        this.set({ file: 'log' }, await sizeOf(`${place}-wal`))
      },
    })
    new Gauge({
      name: 'halyard_store_writable',
      help: '1: writes are accepted; 0: the disk is full or gone',
      registers: [this.#registry],
      collect() {
        this.set(Number(store.status.writable))
      },
    })
  }

  #addProcess(): void {
    const registers = [this.#registry]
    const { version, clock, loop } = this.#sources
    new Gauge({ name: 'version', help: 'Version', labelNames: ['version'], registers }).set({ version }, 1)
    new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Resident memory',
      registers,
      collect() {
        this.set(ownUsage().memoryBytes)
      },
    })
    new Gauge({
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time',
      registers,
      collect() {
        this.set(ownUsage().cpuSeconds)
      },
    })
    new Gauge({
      name: 'nodejs_eventloop_lag_max_seconds',
      help: 'Longest delay of the event loop in the last minute',
      registers,
      collect() {
        this.set(loop.lagMs / 1000)
      },
    })
    new Gauge({
      name: 'halyard_long_turns_total',
      help: 'Turns of the event loop over 100 ms, by the operation or job that ran',
      labelNames: ['work'],
      registers,
      collect() {
        for (const [work, count] of loop.longTurns) this.set({ work }, count)
      },
    })
    new Gauge({ name: 'process_start_time_seconds', help: 'Start of the process', registers }).set(
      Math.round(clock.now().getTime() / 1000 - process.uptime()),
    )
  }

  #addForwarded({ waiting, totals }: ForwardedFigures): void {
    const registers = [this.#registry]
    const { clock } = this.#sources
    new Gauge({
      name: 'halyard_mirror_waiting_evaluations',
      help: 'Evaluations reported by SDKs that wait to be sent to the upstream',
      registers,
      async collect() {
        this.set((await waiting()).evaluations)
      },
    })
    new Gauge({
      name: 'halyard_mirror_waiting_seconds',
      help: 'Time that the oldest report has waited for',
      registers,
      async collect() {
        const { since } = await waiting()
        this.set(since === null ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(since)) / 1000))
      },
    })
    new Gauge({
      name: 'halyard_mirror_evaluations_total',
      help: 'Evaluations reported by SDKs, by what became of them',
      labelNames: ['outcome'],
      registers,
      async collect() {
        const amounts = await totals()
        for (const outcome of FORWARDING_OUTCOMES) this.set({ outcome }, amounts[outcome])
      },
    })
  }

  #addSignals(): void {
    const { signalRequests } = this.#sources
    new Gauge({
      name: 'halyard_signal_requests_total',
      help: 'Requests to signal endpoints: stored, repeated deliveries, or by the first check that refused them',
      labelNames: ['outcome'],
      registers: [this.#registry],
      collect() {
        for (const [outcome, requests] of entriesOf(signalRequests)) this.set({ outcome }, requests)
      },
    })
  }

  #addLimits(): void {
    const limits = new Gauge({
      name: 'resource_limit',
      help: 'Limits of what can be created and kept',
      labelNames: ['resource'],
      registers: [this.#registry],
    })
    for (const [resource, limit] of Object.entries<number>({ ...this.#sources.limits }))
      limits.set({ resource }, limit)
  }

  #addMirror(): void {
    const { mirror } = this.#sources
    if (!mirror) return
    const registers = [this.#registry]
    new Gauge({
      name: 'halyard_mirror_age_seconds',
      help: 'Time since the upstream answered, for the token that waits longest',
      labelNames: ['environment'],
      registers,
      collect() {
        this.reset()
        for (const environment of mirror.sources.environments)
          this.set({ environment }, mirror.ageOf(environment) ?? 0)
      },
    })
    new Gauge({
      name: 'halyard_mirror_upstream_up',
      help: '1: the upstream answered the last question of each token; 0: it is away, or its answer was of no use',
      registers,
      collect() {
        this.set(Number(mirror.sources.isAnswered))
      },
    })
  }
}

/** Reads the size of a file; 0 where there is none. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0
  }
}
