import type { ImpactMetric } from '#shared/flags/schemas/impact-metric.ts'
import type { TokenScope } from '#kernel/caller.ts'
import type { Logger } from '#kernel/logger.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import { StoreError, UnstorableValue } from '#store/store-errors.ts'
import { ImpactExposition } from '../impact-metrics/impact-exposition.ts'
import { recordImpactMetrics } from '../impact-metrics/record-impact-metrics.ts'
import {
  addToSum,
  emptySum,
  keyOf,
  mergeSums,
  type FlagReport,
  type Source,
  type Sum,
  type SumKey,
} from './metric-sums.ts'
import { writeSums, type ReportSink } from './write-sums.ts'

/** Rows in memory from which on the next report waits for them to be written. */
const FULL = 10_000
/** Far beyond what one report can add to that: nothing is dropped. */
const MAX = 1_000_000
/** Rows of one transaction, so that others do not wait long for the store. */
const BATCH = 1000
const MINUTE_MS = 60_000

/** Counts and impact metrics that an SDK, or a proxy, has sent. */
export interface MetricsReport {
  readonly flags: readonly FlagReport[]
  readonly impactMetrics: readonly ImpactMetric[]
  /** Token, or person, that reports (report-allowance.ts). */
  readonly reporter: string
  /** Scope of the token: flags of other projects are not counted. */
  readonly scope: TokenScope
  /** Token and header of the report, as overrides name them; absent: none. */
  readonly audiences?: readonly string[]
  readonly now: Date
}

/** Impact metrics of a report: they are added in the order of the reports, as of gauges the last value counts. */
type ImpactReport = Pick<MetricsReport, 'impactMetrics' | 'reporter' | 'scope' | 'now'>

interface Options {
  transaction: Transaction
  logger: Logger
  /** True while every write is refused: reports are refused then too. */
  isHeld: () => boolean
  /** Most names of unknown flags that are kept. */
  unknownFlagsKept: number
  allowance: ReportAllowance
}

/** Checks that a write failed by what is in it, not by the disk or the database. */
const isOfContent = (error: unknown) => !(error instanceof StoreError) || error instanceof UnstorableValue

const DONE = Promise.resolve()

/**
 * Sums of reports in memory, written together each second, before people read them, and at the end (ADR 47). While they
 * cannot be written, or are too many, a report waits for that, and fails with its error.
 */
export class MetricsBuffer {
  /** Impact metrics as Prometheus reads them. */
  readonly exposition = new ImpactExposition()
  readonly #options: Options
  #sources = new Map<string, Source>()
  #impactReports = 0
  /** Rows that wait or are being written. */
  #rows = 0
  #hasFailed = false
  #last: Source | undefined
  #running = DONE
  #queued: Promise<void> | undefined
  #sink: ReportSink | undefined

  readonly #sums = new WriteBehind<SumKey, Sum>({
    write: (queries, batch) =>
      writeSums(queries, [...batch.values()], { ...this.#options, sink: this.#sink }),
    written: (batch) => this.#forget([...batch.values()].reduce((sum, { rows }) => sum + rows, 0)),
    merge: mergeSums,
    unstorable: { isMeant: isOfContent, drop: ({ rows }, error) => this.#drop(rows, error) },
    most: MAX,
    batch: BATCH,
  })
  readonly #impacts = new WriteBehind<number, ImpactReport>({
    write: async (queries, batch) => {
      const { allowance } = this.#options
      for (const { impactMetrics, reporter, scope, now } of batch.values())
        await recordImpactMetrics({ everything: queries, now, allowance }, impactMetrics, {
          ...scope,
          reporter,
        })
      const reports = [...batch.values()]
      const [first] = reports
      if (first) await this.#sink?.takeImpacts(queries, reports, first.now.toISOString())
    },
    written: (batch) => {
      for (const { impactMetrics } of batch.values()) this.exposition.note(impactMetrics)
      this.#forget([...batch.values()].reduce((sum, one) => sum + samplesOf(one), 0))
    },
    unstorable: { isMeant: isOfContent, drop: (one, error) => this.#drop(samplesOf(one), error) },
    most: MAX,
    batch: BATCH / 10,
  })

  constructor(options: Options) {
    this.#options = options
  }

  /** Has a part told of all reports. */
  passOnTo(sink: ReportSink): void {
    this.#sink = sink
  }

  /**
   * Writes what waits, so that it can be read; undefined: nothing does. Never rejects: what cannot be written is not read
   * either, until it can.
   */
  settle(): Promise<void> | undefined {
    return this.#rows === 0 || this.#hasFailed ? undefined : this.flush().catch(() => {})
  }

  /** Adds a report. Rejects, and keeps nothing of it, while reports cannot be written. */
  async add(report: MetricsReport): Promise<void> {
    if (this.#options.isHeld()) await this.#options.transaction(async () => {})
    while (this.#hasFailed || this.#rows >= FULL) await this.flush()
    this.#add(report)
  }

  /** Adds a report whose sender cannot wait or repeat it. It is dropped while reports cannot be written. */
  note(report: MetricsReport): void {
    if (this.#options.isHeld() || this.#hasFailed || this.#rows >= FULL) return
    this.#add(report)
  }

  #add(report: MetricsReport): void {
    for (const flag of report.flags) this.#count(flag, report)
    const { impactMetrics } = report
    if (impactMetrics.length > 0) {
      this.#impacts.set(this.#impactReports++, report)
      this.#rows += samplesOf(report)
    }
    if (this.#rows >= FULL) this.flush().catch(() => {}) // the next report meets the error again
  }

  /** Writes what was added before. Rejects while that is impossible: nothing is lost then. */
  flush(): Promise<void> {
    if (this.#rows === 0 && !this.#hasFailed) return DONE
    if (this.#queued) return this.#queued
    const queued = this.#running.then(() => {
      this.#queued = undefined
      return this.#write()
    })
    this.#queued = queued
    this.#running = queued.catch(() => {})
    return queued
  }

  async #write(): Promise<void> {
    try {
      await this.#sums.flush(this.#options.transaction)
      await this.#impacts.flush(this.#options.transaction)
      this.#hasFailed = false
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  #count(flag: FlagReport, report: MetricsReport): void {
    const source = this.#sourceOf(flag, report)
    const key = keyOf(source, flag.featureName)
    let sum = this.#sums.get(key)
    if (!sum) {
      sum = emptySum(source, flag.featureName)
      this.#sums.set(key, sum)
      this.#rows++
    }
    this.#rows += addToSum(sum, flag, report.now.getTime())
  }

  /** Finds the source of a report. What was reported in different minutes stays apart, as each has its own time. */
  #sourceOf(
    { appName, environment, hour }: FlagReport,
    { reporter, scope: { projects }, audiences = [], now }: MetricsReport,
  ): Source {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const last = this.#last
    if (
      last?.appName === appName &&
      last.environment === environment &&
      last.hour === hour &&
      last.minute === minute &&
      last.reporter === reporter &&
      last.projects === projects &&
      last.audiences.join() === audiences.join()
    )
      return last
    const key = JSON.stringify([minute, environment, appName, hour, reporter, audiences, projects])
    let source = this.#sources.get(key)
    if (!source) {
      if (this.#sources.size >= FULL) this.#sources.clear()
      source = { appName, environment, hour, reporter, projects, audiences, minute, keys: new Map() }
      this.#sources.set(key, source)
    }
    this.#last = source
    return source
  }

  #forget(rows: number): void {
    this.#rows -= rows
    if (this.#rows > 0) return
    this.#sources.clear()
    this.#last = undefined
  }

  #drop(rows: number, error: unknown): void {
    this.#forget(rows)
    this.#options.logger.warn({ err: error }, 'a reported count cannot be stored')
  }
}

const samplesOf = ({ impactMetrics }: ImpactReport) =>
  impactMetrics.reduce((sum, { samples }) => sum + samples.length, 1)
