import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { Logger } from '#kernel/logger.ts'
import { mayHaveArrived } from '#kernel/outbound.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import type { Queries } from '#store/queries.ts'
import { addToTotals, readTotals, readWaitingFigures } from './forwarding-totals.store.ts'
import type { Mirror, Sender } from './mirror.ts'
import { beginBatch, endBatch, type Outcome } from './report-batches.ts'
import { UpstreamError } from './upstream-answer.ts'
import type { UpstreamClient } from './upstream-client.ts'
import type { WaitingReports } from './waiting-reports.ts'
import {
  deleteBatch,
  dropElsewhere,
  readBatches,
  setBatchSource,
  type ReportBatch,
  type Share,
} from './waiting-reports.store.ts'

/** Requests of a token in one round. The rest waits for the next one. */
const MAX_REQUESTS = 300
/** Longest time between two attempts, unless the upstream asks for more. */
const MAX_BACK_OFF_MS = 10 * 60_000
const MAX_PAUSE_MS = 60 * 60_000
/** Time for the running request when the service stops: less than jobs have. */
const LAST_MS = 1000

const AWAY = 'They are sent once the upstream answers.'

/** Token whose reports cannot be sent now. */
interface Held {
  failures: number
  /** On the clock that only goes forward. */
  untilMs: number
  problem: string
}

interface Answer {
  outcome: Outcome
  problem: string
  pauseMs?: number | undefined
}

interface Options {
  mirror: Mirror
  client: UpstreamClient
  reports: WaitingReports
  everyMs: number
  logger: Logger
}

/**
 * Sends the upstream of a mirror what SDKs have reported here. A batch that may have reached it is not sent again, and one that
 * has not is (ADR 76).
 */
export class Forwarder {
  readonly #options: Options
  readonly #held = new Map<string, Held>()
  /** Outcome that could not be written. */
  #unsettled: { batch: ReportBatch; outcome: Outcome } | undefined
  #isStopping = false
  #running: Promise<void> | undefined
  readonly #ending = new AbortController()

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins no further request, and ends the running one in time to note what became of it. */
  stop(): void {
    this.#isStopping = true
    setTimeout(() => this.#ending.abort(new Error('The service stops.')), LAST_MS).unref()
  }

  async state(queries: Queries): Promise<NonNullable<MirrorState['forwarding']>> {
    const waiting = await readWaitingFigures(queries)
    const [held] = this.#held.values()
    const isAway = waiting.reports > 0 && this.#options.mirror.senders.some(({ isReached }) => !isReached)
    const problem = held?.problem ?? (isAway ? AWAY : null)
    return { waiting, ...(await readTotals(queries)), problem }
  }

  /** Sends what waits, token by token; two rounds at once are one, as the second would take batches under way for left ones. */
  readonly forward = (runtime: Runtime): Promise<void> => {
    this.#running ??= this.#forwardAll(runtime).finally(() => (this.#running = undefined))
    return this.#running
  }

  async #forwardAll(runtime: Runtime): Promise<void> {
    const { senders } = this.#options.mirror
    await this.#recover(runtime, senders)
    for (const id of this.#held.keys()) if (!senders.some((one) => one.id === id)) this.#held.delete(id)
    for (const sender of senders) await this.#forwardOf(runtime, sender, shareOf(sender, senders))
  }

  /** Ends batches that a former process, or this one, has left behind, and those whose token is gone. */
  async #recover(runtime: Runtime, senders: readonly Sender[]): Promise<void> {
    const { mirror, reports, logger } = this.#options
    const unsettled = this.#unsettled
    if (unsettled) {
      await this.#end(runtime, unsettled.batch, unsettled.outcome)
      this.#unsettled = undefined
    }
    const left = await readBatches(runtime.store.queries)
    for (const batch of left)
      if (batch.state === 'sending') {
        logger.warn({ evaluations: batch.evaluations }, 'a report may have reached the upstream or not')
        await this.#end(runtime, batch, 'unconfirmed')
      }
    // while a token is not known yet, it may be theirs
    const isWhole = senders.length > 0 && mirror.isWhole
    await writeAsSystem(runtime, async ({ everything }) => {
      await reports.trim(everything)
      for (const { id, source, environment, evaluations } of await readBatches(everything)) {
        if (senders.some((one) => one.id === source)) continue
        const other = senders.find((one) => one.environment === environment)
        if (other) await setBatchSource(everything, id, other.id)
        else if (isWhole) {
          await deleteBatch(everything, id)
          await addToTotals(everything, { dropped: evaluations })
        }
      }
      if (!isWhole) return
      const environments = new Set(senders.map(({ environment }) => environment))
      await addToTotals(everything, { dropped: await dropElsewhere(everything, environments) })
    })
  }

  async #forwardOf(runtime: Runtime, sender: Sender, share: Share | undefined): Promise<void> {
    const { clock } = runtime
    const held = this.#held.get(sender.id)
    if (held && clock.elapsed() < held.untilMs) return
    // the question for flags does no harm, and a report without an answer would be lost
    if (!sender.isReached) return
    for (let requests = 0; requests < MAX_REQUESTS && !this.#isStopping; requests++) {
      const batch = await writeAsSystem(runtime, ({ everything }) => beginBatch(everything, sender.id, share))
      if (!batch) break
      const { outcome, problem, pauseMs } = await this.#send(sender, batch, clock.now().getTime())
      this.#unsettled = { batch, outcome }
      await this.#end(runtime, batch, outcome)
      this.#unsettled = undefined
      if (outcome === 'kept' || outcome === 'unconfirmed') {
        this.#hold(sender, { problem, pauseMs, elapsedMs: clock.elapsed() })
        return
      }
      this.#held.delete(sender.id)
    }
  }

  async #send(sender: Sender, { content }: ReportBatch, nowMs: number): Promise<Answer> {
    if (this.#isStopping) return { outcome: 'kept', problem: '' }
    try {
      const { status, pauseMs } = await this.#options.client.report(sender.token, content, {
        nowMs,
        signal: this.#ending.signal,
      })
      const problem = `It answers reports with ${status}.`
      if (status >= 200 && status < 300) return { outcome: 'sent', problem }
      if (status === 400 || status === 413) return { outcome: 'refused', problem }
      if (status === 401 || status === 403)
        return { outcome: 'kept', problem: `It refuses the token for reports (${status}).` }
      return { outcome: 'kept', problem, pauseMs }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const outcome = mayHaveArrived(error.cause) ? 'unconfirmed' : 'kept'
      return { outcome, problem: error.message }
    }
  }

  async #end(runtime: Runtime, batch: ReportBatch, outcome: Outcome): Promise<void> {
    const at = runtime.clock.now().toISOString()
    const dropped = await writeAsSystem(runtime, ({ everything }) => endBatch(everything, batch, outcome, at))
    if (dropped > 0)
      this.#options.logger.warn(
        { report: batch.content.slice(0, 500) },
        'the upstream does not take a report: it is dropped',
      )
  }

  #hold(
    { id, environment }: Sender,
    { problem, pauseMs = 0, elapsedMs }: { problem: string; pauseMs: number | undefined; elapsedMs: number },
  ): void {
    const { everyMs, logger } = this.#options
    const before = this.#held.get(id)
    const failures = (before?.failures ?? 0) + 1
    // half a round less, so that the round in question is not missed by a moment
    const backOffMs = Math.min(MAX_BACK_OFF_MS, everyMs * (2 ** (failures - 1) - 0.5))
    const waitMs = Math.max(backOffMs, Math.min(pauseMs, MAX_PAUSE_MS))
    this.#held.set(id, { failures, problem, untilMs: elapsedMs + waitMs })
    if (before?.problem !== problem)
      logger.warn({ upstream: this.#options.mirror.url, environment, problem }, 'reports wait')
  }
}

/** Divides the reports of an environment among its tokens: one for all projects sends all; else each those of its own. */
function shareOf(sender: Sender, senders: readonly Sender[]): Share | undefined {
  const { environment } = sender
  const ofEnvironment = senders.filter((one) => one.environment === environment)
  const general = ofEnvironment.find(({ projects }) => projects.includes('*')) ?? ofEnvironment[0]
  if (!general || general.projects.includes('*')) return sender === general ? { environment } : undefined
  const others = ofEnvironment.filter((one) => one !== general)
  if (sender === general) {
    const except = others.flatMap(({ projects }) => projects).filter((one) => !general.projects.includes(one))
    return { environment, except }
  }
  const before = [general, ...others.slice(0, others.indexOf(sender))].flatMap(({ projects }) => projects)
  return { environment, only: sender.projects.filter((one) => !before.includes(one)) }
}
