import type { Generated } from 'kysely'

import type { RetentionOf } from './retention-rules.ts'

/** The tables of impact metrics, Edge and insights (migrations 0025 and 0030); put together with the others in schema.ts. */
type Instant = string
type Json = string

/** A metric with one combination of labels, reported within one reach. */
export interface ImpactSeriesTable {
  id: Generated<number>
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  environment: string
  /** Project ids of the reporter's token, sorted; `*` for all. */
  projects: Json
  /** Sorted by name: the same labels are the same text. */
  labels: Json
  help: string
  seen_at: Instant
}

/** Values of a series within a step of time. */
export interface ImpactSamplesTable {
  series_id: number
  step: '1m' | '15m' | '3h' | '1d'
  /** Number of the step modulo the steps that are kept: a new step takes the row of the oldest. */
  slot: number
  at: Instant
  count: number
  sum: number
  last: number
  /** Counts by upper bound; histograms only. */
  buckets: Json | null
}

export interface ImpactChartsTable {
  id: string
  /** null: a chart of the instance. */
  feature_name: string | null
  metric_name: string
  chart: Json
  created_at: Instant
}

/** An instance of Edge, by its last report. */
export interface EdgeInstancesTable {
  identifier: string
  app_name: string
  environment: string
  projects: Json
  report: Json
  seen_at: Instant
}

/** Connections, requests and own uptime (in days) that Edge reported, by day and group. */
export interface MeteredUsageTable {
  day: string
  kind: 'connection' | 'request' | 'edge-uptime'
  metered_group: string
  amount: number
}

export interface CdnTokensTable {
  id: Generated<number>
  token_name: string
  project: string | null
  environment: string
  expires_at: Instant | null
  created_at: Instant
}

/** Figures of a project in a week; of the instance where the project is empty. */
export interface InsightWeeksTable {
  project: string
  week: string
  date: Instant
  figures: Json
}

/** Number that an application reported in a minute. */
export interface CustomMetricsTable {
  /** In the order of the reports: a later one replaces the row of an earlier one. */
  id: Generated<number>
  /** Scope, minute, name and labels, hashed. */
  key: string
  /** null: all. */
  environment: string | null
  /** Sorted. */
  projects: Json
  name: string
  labels: Json | null
  value: number
  minute: Instant
}

export interface ImpactMetricSchema {
  custom_metrics: CustomMetricsTable
  impact_series: ImpactSeriesTable
  impact_samples: ImpactSamplesTable
  impact_charts: ImpactChartsTable
  edge_instances: EdgeInstancesTable
  metered_usage: MeteredUsageTable
  cdn_tokens: CdnTokensTable
  insight_weeks: InsightWeeksTable
}

/** Days of the longest time range of a chart. */
const RANGE_DAYS = 31
/** Days of network traffic that are kept (instance/traffic). */
const TRAFFIC_DAYS = 400
/** Weeks of two years of 2,000 projects. */
const INSIGHT_ROWS = 210_000

export const IMPACT_METRIC_RETENTION: RetentionOf<ImpactMetricSchema> = {
  // a report beyond the bound deletes older ones (flags/custom-metrics)
  custom_metrics: {
    rule: 'pruned',
    age: { column: 'minute', days: 1, by: 'rowid' },
    most: { rows: 20_000, by: 'rowid' },
  },
  impact_series: { rule: 'pruned', age: { column: 'seen_at', days: RANGE_DAYS } },
  impact_samples: { rule: 'owned', parent: 'impact_series' },
  impact_charts: { rule: 'kept', because: 'people create them; MAX_CHARTS of a flag and of the instance' },
  edge_instances: {
    rule: 'pruned',
    age: { column: 'seen_at', days: 7 },
    most: { rows: 1000, by: 'seen_at' },
  },
  metered_usage: { rule: 'pruned', age: { column: 'day', days: TRAFFIC_DAYS } },
  cdn_tokens: { rule: 'kept', because: 'people create them; limits.apiTokens' },
  insight_weeks: {
    rule: 'pruned',
    age: { column: 'date', days: 730 },
    most: { rows: INSIGHT_ROWS, by: 'date' },
  },
}
