import type { Generated } from 'kysely'

import type { Stage } from '#shared/flags/schemas/lifecycle.ts'
import type { CollaborationMode } from '#shared/access/rules/visibility.ts'
import type { ActionSchema } from './action-schema.ts'
import type { AccessSchema } from './access-schema.ts'
import type { AddonSchema } from './addon-schema.ts'
import type { ChangeRequestSchema } from './change-request-schema.ts'
import type { ImpactMetricSchema } from './impact-metric-schema.ts'
import type { InstanceSchema, ListenerSchema } from './instance-schema.ts'
import type { ExpectationSchema } from './expectation-schema.ts'
import type { MirrorSchema } from './mirror-schema.ts'
import type { PolicySchema } from './policy-schema.ts'
import type { ReleasePlanSchema, StrategyColumns } from './release-plan-schema.ts'
import type { RemoteSchema } from './remote-schema.ts'
import type { SeenContextSchema } from './seen-context-schema.ts'
import type { SnapshotSchema } from './snapshot-schema.ts'
import type { SignalSchema } from './signal-schema.ts'
import type { UpgradeReportSchema } from './upgrade-report-schema.ts'

/**
 * The tables, as the stores see them. Conventions: timestamps are ISO-8601 UTC text with milliseconds (`Instant`),
 * structured values are JSON text (`Json`, read and written with store/json.ts), booleans are booleans (the SQLite
 * driver converts the columns named in BOOLEAN_COLUMNS). Source: ADR 2.
 */
type Instant = string
type Json = string

export interface SettingsTable {
  id: string
  content: Json
}

export interface EnvironmentsTable {
  name: string
  type: string
  sort_order: number
  enabled: boolean
  protected: boolean
  required_approvals: number | null
  created_at: Instant
}

export interface ProjectsTable {
  id: string
  name: string
  description: string | null
  mode: CollaborationMode
  default_stickiness: string
  feature_limit: number | null
  feature_naming: Json | null
  link_templates: Json
  created_at: Instant
  updated_at: Instant
  archived_at: Instant | null
}

export interface ProjectEnvironmentsTable {
  project: string
  environment: string
  /** The default strategy of the project in this environment; null: the built-in gradual rollout to 100 %. */
  default_strategy: Json | null
}

/** Folders with the code of a project, on the machine of the service. */
export interface ProjectCodeFoldersTable {
  project: string
  position: number
  folder: string
}

export interface FeatureTypesTable {
  id: string
  name: string
  description: string
  lifetime_days: number | null
  sort_order: number
}

export interface FeaturesTable {
  name: string
  project: string
  type: string
  description: string | null
  stale: boolean
  impression_data: boolean
  created_at: Instant
  created_by_user_id: number
  archived_at: Instant | null
  /** Older than its type is expected to live, and not marked as stale. */
  potentially_stale: Generated<boolean>
}

export interface FeatureLifecycleStagesTable {
  feature_name: string
  stage: Stage
  status: string | null
  status_value: string | null
  entered_at: Instant
}

export interface FeatureLinksTable {
  id: string
  feature_name: string
  url: string
  title: string | null
}

export interface FavoriteFeaturesTable {
  user_id: number
  feature_name: string
}

export interface FavoriteProjectsTable {
  user_id: number
  project: string
}

export interface FeatureEnvironmentsTable {
  feature_name: string
  environment: string
  enabled: boolean
  variants: Json
  last_seen_at: Instant | null
}

export interface FeatureStrategiesTable extends StrategyColumns {
  feature_name: string
  environment: string
  milestone_id: string | null
  created_at: Instant
}

export interface FeatureStrategySegmentsTable {
  strategy_id: string
  segment_id: number
}

export interface FeatureDependenciesTable {
  child: string
  parent: string
  enabled: boolean
  variants: Json
}

export interface SegmentsTable {
  id: Generated<number>
  name: string
  description: string | null
  project: string | null
  constraints: Json
  created_by: string
  created_at: Instant
}

export interface StrategyTypesTable {
  name: string
  display_name: string | null
  title: string | null
  description: string
  parameters: Json
  built_in: boolean
  deprecated: boolean
  sort_order: number
}

export interface ContextFieldsTable {
  name: string
  description: string | null
  stickiness: boolean
  sort_order: number
  legal_values: Json
  project: string | null
  created_at: Instant
}

export interface TagTypesTable {
  name: string
  description: string | null
  icon: string | null
  color: string | null
  created_at: Instant
}

export interface TagsTable {
  type: string
  value: string
  created_at: Instant
}

export interface FeatureTagsTable {
  feature_name: string
  tag_type: string
  tag_value: string
}

export interface EventsTable {
  id: Generated<number>
  type: string
  created_by: string
  created_by_user_id: number
  created_at: Instant
  feature_name: string | null
  project: string | null
  environment: string | null
  data: Json | null
  pre_data: Json | null
  tags: Json
  group_id: string
  /**
   * True if SDKs may get a different configuration after this event. The client revision counts these events.
   */
  affects_clients: boolean
}

/** Project of a flag that was deleted. Triggers of `features` maintain it. */
export interface FormerFlagsTable {
  id: Generated<number>
  name: string
  project: string
  /** Newest event when the flag was deleted. */
  event_id: number
}

/**
 * Number of events of a project per day, with the first and last event id. Triggers of `events` maintain it.
 */
export interface ProjectEventDaysTable {
  project: string
  day: string
  first_id: number
  last_id: number
  events: number
}

/** Kept by triggers on events: how many a day has in an environment, and between which ids they lie. */
export interface EventDaysTable {
  day: string
  /** Empty: of no environment. */
  environment: string
  first_id: number
  last_id: number
  events: number
}

export interface ClientApplicationsTable {
  app_name: string
  created_at: Instant
  seen_at: Instant
  strategies: Json
  description: string | null
  icon: string | null
  url: string | null
  color: string | null
  created_by: Generated<string>
}

/** The projects and environments that the tokens of an application opened. */
export interface ClientApplicationUsageTable {
  app_name: string
  /** A project, or `*`. */
  project: string
  environment: string
}

export interface ClientInstancesTable {
  app_name: string
  instance_id: string
  environment: string
  connection_id: string | null
  sdk_version: string | null
  sdk_type: string
  client_ip: string | null
  platform: string | null
  spec_version: string | null
  /** Proxies that it came through; null: it registered here itself. */
  connected_via: Json | null
  created_at: Instant
  last_seen: Instant
}

export interface ClientMetricsTable {
  feature_name: string
  app_name: string
  environment: string
  /** The hour, as its first instant. */
  hour: Instant
  yes: number
  no: number
}

export interface ClientMetricsVariantsTable {
  feature_name: string
  app_name: string
  environment: string
  hour: Instant
  variant: string
  count: number
}

export interface UnknownFlagsTable {
  name: string
  app_name: string
  environment: string
  seen_at: Instant
}

export interface ImpressionsTable {
  id: Generated<number>
  event_id: string
  event_type: string
  feature_name: string
  enabled: boolean
  variant: string | null
  session_id: string | null
  user_id: string | null
  environment: string | null
  app_name: string | null
  context: Json
  warnings: Json
  reason: string | null
  received_at: Instant
}

export interface Schema
  extends
    AccessSchema,
    ActionSchema,
    AddonSchema,
    ChangeRequestSchema,
    ExpectationSchema,
    ImpactMetricSchema,
    InstanceSchema,
    PolicySchema,
    ReleasePlanSchema,
    RemoteSchema,
    SeenContextSchema,
    SignalSchema,
    SnapshotSchema,
    UpgradeReportSchema,
    ListenerSchema,
    MirrorSchema {
  settings: SettingsTable
  environments: EnvironmentsTable
  projects: ProjectsTable
  project_environments: ProjectEnvironmentsTable
  project_code_folders: ProjectCodeFoldersTable
  feature_types: FeatureTypesTable
  features: FeaturesTable
  former_flags: FormerFlagsTable
  feature_lifecycle_stages: FeatureLifecycleStagesTable
  feature_links: FeatureLinksTable
  favorite_features: FavoriteFeaturesTable
  favorite_projects: FavoriteProjectsTable
  feature_environments: FeatureEnvironmentsTable
  feature_strategies: FeatureStrategiesTable
  feature_strategy_segments: FeatureStrategySegmentsTable
  feature_dependencies: FeatureDependenciesTable
  segments: SegmentsTable
  strategy_types: StrategyTypesTable
  context_fields: ContextFieldsTable
  tag_types: TagTypesTable
  tags: TagsTable
  feature_tags: FeatureTagsTable
  events: EventsTable
  event_days: EventDaysTable
  project_event_days: ProjectEventDaysTable
  client_applications: ClientApplicationsTable
  client_application_usage: ClientApplicationUsageTable
  client_instances: ClientInstancesTable
  client_metrics: ClientMetricsTable
  client_metrics_variants: ClientMetricsVariantsTable
  unknown_flags: UnknownFlagsTable
  impressions: ImpressionsTable
}

/**
 * Columns that SQLite keeps as 0 and 1. A name means the same in every table; a query may rename a column only into its
 * camel case.
 */
export const BOOLEAN_COLUMNS: ReadonlySet<string> = new Set([
  'affects_clients',
  'built_in',
  'deprecated',
  'disabled',
  'enabled',
  'impression_data',
  'never_show',
  'potentially_stale',
  'processed',
  'protected',
  'stale',
  'stickiness',
  'successful',
  'sticky',
])

/** Finds a boolean column by its name, in snake or camel case (ADR 2). */
export const isBooleanColumn = (name: string) =>
  BOOLEAN_COLUMNS.has(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
