import type { BulkMetrics } from '#shared/flags/schemas/metrics.ts'
import type { ImpactMetric } from '#shared/flags/schemas/impact-metric.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { FEW } from '#shared/schemas/bounded.ts'
import type { TokenScope } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { addAmount, readReport, type ReportedMetric } from '#domains/flags/impact-metrics/impact-sample.ts'
import { seriesKey } from '#domains/flags/impact-metrics/impact-metrics.store.ts'
import { readOverrides } from '#domains/flags/overrides/overrides.store.ts'
import type { ConnectedVia } from '#domains/flags/metrics/metrics.store.ts'
import type { Registration } from '#domains/flags/metrics/register-applications.ts'
import type { ReportedCount, ReportSink } from '#domains/flags/metrics/write-sums.ts'
import { addToTotals } from './forwarding-totals.store.ts'
import {
  countWaiting,
  dropOldest,
  findProjects,
  findWaiting,
  reportKey,
  saveWaiting,
  type ReportKind,
  type WaitingReport,
} from './waiting-reports.store.ts'

type BulkCount = BulkMetrics['metrics'][number]
type BulkApplication = BulkMetrics['applications'][number]

/** Most reports of a kind that wait. Beyond it those that have waited longest are dropped. */
export const MOST_WAITING: Readonly<Record<ReportKind, number>> = {
  count: 100_000,
  registration: 10_000,
  impact: 2000,
}
/** Rows that one statement deletes. */
const DROPPED_AT_ONCE = 1000
/** Variants of a count: an upstream takes no more. */
const MAX_VARIANTS = 1000
/** Proxies of a registration: an upstream takes no more. */
const MAX_VIA = FEW

/**
 * Keeps what SDKs report for the upstream of a mirror, in the transactions in which it is counted here: what is counted is
 * forwarded, and nothing else (ADR 76). Counts are summed by application, flag and hour; of the starts of an instance the
 * newest counts.
 */
export class WaitingReports implements ReportSink {
  readonly #self: ConnectedVia
  readonly #most: Readonly<Record<ReportKind, number>>
  /** Never less than there are, but for those that others write. */
  #estimates: Partial<Record<ReportKind, number>> = {}

  /** `self`: names of this mirror, which registrations come through. */
  constructor({ appName, instanceId }: ConnectedVia, most: Partial<Record<ReportKind, number>> = {}) {
    this.#self = { appName, instanceId }
    this.#most = { ...MOST_WAITING, ...most }
  }

  /**
   * Keeps counts, but for those that overrides decide, for everybody or for the token or header of the report: they are not the
   * upstream's.
   */
  readonly takeCounts = async (
    queries: Queries,
    counts: readonly ReportedCount[],
    at: string,
  ): Promise<void> => {
    if (counts.length === 0) return
    const names = [...new Set(counts.map(({ featureName }) => featureName))]
    const projects = await findProjects(queries, names)
    const overrides = await readOverrides(queries, { features: names })
    const overridden = new Set(
      overrides.map(({ feature, environment, audience }) => compositeKey(feature, environment, audience)),
    )
    const isOverridden = ({ featureName, environment, audiences }: ReportedCount) =>
      ['everybody', ...audiences].some((one) => overridden.has(compositeKey(featureName, environment, one)))
    const left = counts.filter(isOverridden).reduce((sum, { yes, no }) => sum + yes + no, 0)
    await addToTotals(queries, { overridden: left })
    const reports = counts
      .filter((one) => !isOverridden(one))
      .map(({ hour: timestamp, environment, appName, featureName, yes, no, variants }) => ({
        environment,
        key: compositeKey(appName, featureName, timestamp),
        project: projects.get(featureName) ?? '',
        item: {
          featureName,
          appName,
          environment,
          timestamp,
          yes,
          no,
          ...(variants && variants.size > 0 ? { variants: Object.fromEntries(variants) } : {}),
        },
        evaluations: yes + no,
      }))
    await this.#add(queries, { kind: 'count', merge: addCounts, at }, reports)
  }

  /** Keeps impact metrics: sums of counters and histograms, the newest value of gauges. */
  readonly takeImpacts = async (
    queries: Queries,
    sent: readonly { impactMetrics: readonly ImpactMetric[]; scope: TokenScope }[],
    at: string,
  ): Promise<void> => {
    const reports = sent.flatMap(({ impactMetrics, scope: { environment, projects } }) =>
      readReport(impactMetrics).map((metric) => ({
        environment,
        key: seriesKey(metric),
        project: projects[0] ?? '',
        item: toImpactMetric(metric),
        evaluations: 0,
      })),
    )
    await this.#add(queries, { kind: 'impact', merge: addImpacts, at }, reports)
  }

  /** Keeps starts of SDKs. */
  async takeRegistrations(
    { everything, now }: MutationContext,
    registrations: readonly Registration[],
  ): Promise<void> {
    const reports = registrations.map(
      ({ application, environment, projects, sdkType, headers, connectVia = [] }) => {
        const { appName, instanceId = 'default', strategies, started, interval } = application
        const sdkVersion = application.sdkVersion ?? headers['unleash-sdk']
        const item: BulkApplication = {
          appName,
          instanceId,
          environment,
          projects: [...projects],
          sdkType,
          strategies: [...strategies],
          started: new Date(started).toISOString(),
          interval,
          connectVia: [...connectVia.slice(0, MAX_VIA - 1), this.#self],
          ...(sdkVersion ? { sdkVersion } : {}),
        }
        return {
          environment,
          key: compositeKey(appName, instanceId),
          project: projects[0] ?? '',
          item,
          evaluations: 0,
        }
      },
    )
    const at = now.toISOString()
    const merge = (_older: BulkApplication, newer: BulkApplication) => newer
    await this.#add(everything, { kind: 'registration', merge, at }, reports)
  }

  /** Drops what is beyond the bounds. */
  async trim(queries: Queries): Promise<void> {
    for (const kind of ['count', 'registration', 'impact'] as const) await this.#trim(queries, kind)
  }

  async #add<Item>(
    queries: Queries,
    { kind, merge, at }: { kind: ReportKind; merge: (older: Item, newer: Item) => Item; at: string },
    added: readonly (Pick<WaitingReport, 'environment' | 'key' | 'project' | 'evaluations'> & {
      item: Item
    })[],
  ): Promise<void> {
    if (added.length === 0) return
    const turn = new Turn()
    const waiting = await findWaiting(queries, kind, added)
    const reports = new Map<string, WaitingReport & { item: Item }>()
    for (const one of added) {
      if (turn.isOver) await turn.pause()
      const key = reportKey({ ...one, kind })
      const stored = waiting.get(key)
      const older = reports.get(key) ?? (stored && { ...stored, item: fromJson<Item>(stored.content) })
      reports.set(key, {
        ...one,
        kind,
        content: '',
        since: older?.since ?? at,
        item: older ? merge(older.item, one.item) : one.item,
        evaluations: one.evaluations + (older?.evaluations ?? 0),
      })
    }
    const rows: WaitingReport[] = []
    for (const { item, ...row } of reports.values()) {
      if (turn.isOver) await turn.pause()
      rows.push({ ...row, content: toJson(item) })
    }
    await saveWaiting(queries, rows)
    const estimate = this.#estimates[kind]
    const isNew = [...reports.keys()].filter((key) => !waiting.has(key)).length
    if (estimate === undefined || estimate + isNew > this.#most[kind]) await this.#trim(queries, kind)
    else this.#estimates[kind] = estimate + isNew
  }

  async #trim(queries: Queries, kind: ReportKind): Promise<void> {
    let count = await countWaiting(queries, kind)
    let dropped = 0
    while (count > this.#most[kind]) {
      const excess = Math.min(count - this.#most[kind], DROPPED_AT_ONCE)
      dropped += await dropOldest(queries, kind, excess)
      count -= excess
    }
    await addToTotals(queries, { dropped })
    this.#estimates[kind] = count
  }
}

/** Adds without ever leaving the numbers that are exact. */
const total = (a: number | null = 0, b: number | null = 0) =>
  Math.min(Number.MAX_SAFE_INTEGER, (a ?? 0) + (b ?? 0))

function addCounts(older: BulkCount, newer: BulkCount): BulkCount {
  const variants = new Map(Object.entries(older.variants ?? {}))
  for (const [variant, count] of Object.entries(newer.variants ?? {}))
    if (variants.has(variant) || variants.size < MAX_VARIANTS)
      variants.set(variant, total(variants.get(variant), count))
  return {
    ...newer,
    yes: total(older.yes, newer.yes),
    no: total(older.no, newer.no),
    ...(variants.size > 0 ? { variants: Object.fromEntries(variants) } : {}),
  }
}

function addImpacts(older: ImpactMetric, newer: ImpactMetric): ImpactMetric {
  const [before] = readReport([older])
  const [after] = readReport([newer])
  return after ? toImpactMetric({ ...after, ...addAmount(before, after) }) : newer
}

function toImpactMetric({ name, help, type, labels, ...amount }: ReportedMetric): ImpactMetric {
  if (type !== 'histogram') {
    const value = type === 'counter' ? amount.sum : amount.last
    return { name, help, type, samples: [{ labels: { ...labels }, value }] }
  }
  const buckets = Object.entries(amount.buckets ?? {}).map(([le, count]) => ({
    le: le === '+Inf' ? ('+Inf' as const) : Number(le),
    count,
  }))
  return {
    name,
    help,
    type,
    samples: [{ labels: { ...labels }, count: amount.count, sum: amount.sum, buckets }],
  }
}
