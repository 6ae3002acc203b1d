import { compositeKey } from '#shared/composite-key.ts'
import type { Blindness } from '#shared/flags/schemas/release-plan.ts'
import type { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import type { Queries } from '#store/queries.ts'
import { readCustomMetrics } from '../custom-metrics/custom-metrics.store.ts'
import { countsFor, isIn } from '../custom-metrics/metric-scope.ts'
import { findSeries, readTotal } from '../impact-metrics/impact-series.ts'
import { readMetric, type Samples } from './read-metric.ts'

interface MetricScope {
  project: string
  environment: string
}

/** Measures the metrics of safeguards. The custom metrics of a place are read once, for all its safeguards. */
export class SafeguardMetrics {
  readonly #queries: Queries
  readonly #now: Date
  readonly #samples = new Map<string, Promise<Samples>>()

  constructor(queries: Queries, now: Date) {
    this.#queries = queries
    this.#now = now
  }

  /**
   * Measures with what was reported for the place: the impact metrics of SDKs, or else the custom metrics of the last
   * hour. Returns null without data.
   */
  async measure(metric: CreateSafeguard['impactMetric'], place: MetricScope): Promise<number | null> {
    if (metric.source === 'external') return null
    const asked = { ...metric, environment: place.environment }
    const series = (await findSeries(this.#queries, asked)).filter(countsFor(place))
    if (series.length > 0) return readTotal(this.#queries, series, asked, this.#now)
    return readMetric(await this.#samplesOf(place), metric)
  }

  /** Finds out why nothing that was reported counts. Returns null if something does. */
  async blindness(metric: CreateSafeguard['impactMetric'], place: MetricScope): Promise<Blindness | null> {
    if (metric.source === 'external') return 'external'
    const series = await findSeries(this.#queries, { ...metric, environment: place.environment })
    if (series.some(countsFor(place))) return null
    const isOfMetric = ({ name }: Samples[number]) => name === metric.metricName
    if ((await this.#samplesOf(place)).some(isOfMetric)) return null
    if (series.length > 0) return 'other-projects'
    const all = await readCustomMetrics(this.#queries, this.#now, isIn(place.environment))
    return all.metrics.some(isOfMetric) ? 'other-projects' : 'not-reported'
  }

  #samplesOf(place: MetricScope): Promise<Samples> {
    const key = compositeKey(place.project, place.environment)
    const samples =
      this.#samples.get(key) ??
      readCustomMetrics(this.#queries, this.#now, countsFor(place)).then(({ metrics }) => metrics)
    this.#samples.set(key, samples)
    return samples
  }
}
