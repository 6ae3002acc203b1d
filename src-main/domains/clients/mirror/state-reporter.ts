import type { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import { toJson } from '#store/json.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { ProcessFamily } from '#runtime/process-family.ts'
import type { EdgesBehind } from '../edge/edges-behind.ts'
import type { Mirror, Sender } from './mirror.ts'
import type { SdkTraffic } from './sdk-traffic.ts'
import { UpstreamError } from './upstream-answer.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** Time between two reports. */
export const REPORT_MS = 60_000
/** An upstream that does not take reports is asked again after so long: it may have been upgraded. */
const AGAIN_MS = 60 * 60_000
/** Longest time between two attempts at one that fails. */
const MAX_BACK_OFF_MS = 10 * 60_000
const NOT_IMPLEMENTED = 501
/** Most characters of a report. Services with the usual bound of a body take 100 kB. */
const MAX_LENGTH = 90_000
/** Most tokens whose revisions are told. */
const MAX_REVISIONS = 100

/** Names of a mirror upstream. */
export interface MirrorNames {
  appName: string
  instanceId: string
  region: string | undefined
}

interface Options {
  names: MirrorNames
  version: string
  mirror: Pick<Mirror, 'senders' | 'sources'>
  client: Pick<UpstreamClient, 'reportState' | 'latencies'>
  traffic: SdkTraffic
  behind: EdgesBehind
  processes: ProcessFamily
  /** Counts the streams that SDKs have open. */
  openStreams: () => number
  clock: Clock
  logger: Logger
}

/**
 * Tells the upstream of a mirror about it, so that it is listed there, with those behind it. A report is about now: one that does not
 * arrive is not sent again, and nothing waits.
 */
export class StateReporter {
  readonly #options: Options
  readonly #startedAt: string
  /** Tokens that the upstream did not take the last reports with. */
  readonly #refused = new Set<string>()
  readonly #ending = new AbortController()
  #notBefore = 0
  #failures = 0
  #reportedAt: string | null = null
  #sending: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#startedAt = options.clock.now().toISOString()
  }

  /** Names under which the upstream may list it, and when it took the last report; null: never. */
  get state(): { appName: string; instanceId: string; reportedAt: string | null } {
    const { appName, instanceId } = this.#options.names
    return { appName, instanceId, reportedAt: this.#reportedAt }
  }

  /** Resolves when no report is on its way. Never rejects. */
  get settled(): Promise<void> {
    return this.#sending ?? Promise.resolve()
  }

  /** Begins a report, unless one is on its way, or the upstream is to be left alone. Other jobs do not wait for its answer. */
  readonly report = async (): Promise<void> => {
    if (this.#sending || this.#ending.signal.aborted) return
    // also if nobody is told: what was counted until now does not wait
    const body = this.#describe()
    if (this.#options.clock.elapsed() < this.#notBefore) return
    const sender = this.#choose()
    if (!sender) return
    this.#sending = this.#send(sender, body)
      .catch((error: unknown) =>
        this.#options.logger.warn({ err: error }, 'a mirror could not report itself'),
      )
      .finally(() => (this.#sending = undefined))
  }

  /** Ends the report that is on its way. There are no others. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error('The service stops.'))
    await this.#sending
  }

  /** Chooses a token that works, and was not refused before. */
  #choose(): Sender | undefined {
    const senders = this.#options.mirror.senders.filter(({ isReached }) => isReached)
    for (const id of this.#refused) if (!senders.some((one) => one.id === id)) this.#refused.delete(id)
    return senders.find(({ id }) => !this.#refused.has(id)) ?? senders[0]
  }

  async #send({ id, token }: Sender, body: string): Promise<void> {
    const { client, clock, logger } = this.#options
    const nowMs = clock.now().getTime()
    try {
      const { status, pauseMs } = await client.reportState(token, body, {
        nowMs,
        signal: this.#ending.signal,
      })
      if (status >= 200 && status < 300) {
        this.#reportedAt = clock.now().toISOString()
        this.#failures = 0
        this.#refused.delete(id)
      } else if (status === 429 || (status >= 500 && status !== NOT_IMPLEMENTED)) this.#pause(pauseMs)
      else {
        // the open-source edition does not have it
        if (status === 401 || status === 403) this.#refused.add(id)
        this.#notBefore = clock.elapsed() + AGAIN_MS
        logger.debug({ status }, 'the upstream does not take reports of mirrors about themselves')
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      logger.debug({ err: error }, 'the upstream did not answer a report of this mirror about itself')
      this.#pause(undefined)
    }
  }

  #pause(askedMs = 0): void {
    this.#failures += 1
    // half a round less, so that the round in question is not missed by a moment
    const backOffMs = Math.min(MAX_BACK_OFF_MS, REPORT_MS * (2 ** (this.#failures - 1) - 0.5))
    this.#notBefore = this.#options.clock.elapsed() + Math.max(backOffMs, Math.min(askedMs, AGAIN_MS))
  }

  #describe(): string {
    const { names, version, mirror, client, traffic, behind, processes, openStreams, clock } = this.#options
    const { cpuSeconds, memoryBytes } = processes.usage
    const own: EdgeInstanceData = {
      identifier: names.instanceId,
      appName: names.appName,
      region: names.region ?? null,
      edgeVersion: version,
      processMetrics: { cpuUsage: cpuSeconds, memoryUsage: memoryBytes },
      started: this.#startedAt,
      traffic: traffic.read(),
      latencyUpstream: {
        features: client.latencies.features.figures,
        metrics: client.latencies.metrics.figures,
        edge: client.latencies.edge.figures,
      },
      connectedStreamingClients: openStreams(),
      connectedEdges: [],
      requestsSinceLastReport: traffic.takeSince(),
      hosting: 'self-hosted',
      apiKeyRevisionIds: mirror.sources.revisions.slice(0, MAX_REVISIONS),
    }
    const whole = toJson(own).length <= MAX_LENGTH / 2 ? own : { ...own, apiKeyRevisionIds: null }
    const maxLength = MAX_LENGTH - toJson(whole).length
    const connectedEdges = behind.take(clock.now(), { self: names.instanceId, maxLength })
    return toJson({ ...whole, connectedEdges })
  }
}
