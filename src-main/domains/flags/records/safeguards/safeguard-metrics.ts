import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import type { CreateSafeguard } from '../../../../../src-shared/flags/schemas/safeguard.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readCustomMetrics } from '../custom-metrics/custom-metrics.store.ts'
import { countsFor } from '../custom-metrics/metric-scope.ts'
import { findSeries, readTotal } from '../impact-metrics/impact-series.ts'
import { readMetric, type Samples } from './read-metric.ts'

interface Place {
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
  async measure(metric: CreateSafeguard['impactMetric'], place: Place): Promise<number | null> {
    if (metric.source === 'external') return null
    const asked = { ...metric, environment: place.environment }
    const series = (await findSeries(this.#queries, asked)).filter(countsFor(place))
    if (series.length > 0) return readTotal(this.#queries, series, asked, this.#now)
    return readMetric(await this.#samplesOf(place), metric)
  }

  #samplesOf(place: Place): Promise<Samples> {
    const key = compositeKey(place.project, place.environment)
    const samples =
      this.#samples.get(key) ??
      readCustomMetrics(this.#queries, this.#now, countsFor(place)).then(({ metrics }) => metrics)
    this.#samples.set(key, samples)
    return samples
  }
}
