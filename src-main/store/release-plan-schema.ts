import type { RetentionOf } from './retention-rules.ts'

/** The tables of release templates and plans (migration 0006); put together with the others in schema.ts. */
type Instant = string
type Json = string

/** A template, or a plan: what was copied from a template onto a flag in an environment. */
export interface ReleasePlanDefinitionsTable {
  id: string
  name: string
  description: string | null
  created_by_user_id: number
  created_at: Instant
  /** A template's. */
  archived_at: Instant | null
  /** Project that a template belongs to; null: a template of the instance, or a plan. */
  project: string | null
  /** The place of a plan; null: a template. */
  feature_name: string | null
  environment: string | null
  /** Template that the plan was copied from. It may have been deleted since. */
  template_id: string | null
  active_milestone_id: string | null
}

export interface MilestonesTable {
  id: string
  definition_id: string
  name: string
  sort_order: number
  /** After how many minutes the next one starts; null: not by itself. */
  interval_minutes: number | null
  started_at: Instant | null
  paused_at: Instant | null
  /** Time at which the next milestone was started automatically. */
  progression_executed_at: Instant | null
  /** Since when its time stands still: paused, or the flag off, or archived. */
  held_since: Instant | null
  /** Earlier time on hold, in milliseconds. */
  held_ms: number
}

/** Columns of every table of strategies. */
export interface StrategyColumns {
  id: string
  name: string
  title: string | null
  disabled: boolean
  constraints: Json
  parameters: Json
  variants: Json
  sort_order: number
}

export interface MilestoneStrategiesTable extends StrategyColumns {
  milestone_id: string
}

export interface MilestoneStrategySegmentsTable {
  milestone_strategy_id: string
  segment_id: number
}

export interface SafeguardsTable {
  id: string
  feature_name: string
  environment: string
  /** Plan that the safeguard belongs to. null: it belongs to the flag in the environment. */
  plan_id: string | null
  metric: Json
  operator: '>' | '<'
  threshold: number
  created_at: Instant
  /** Since when it has been beyond its threshold; it acts once, when that begins. */
  triggered_at: Instant | null
}

export interface ReleasePlanSchema {
  release_plan_definitions: ReleasePlanDefinitionsTable
  milestones: MilestonesTable
  milestone_strategies: MilestoneStrategiesTable
  milestone_strategy_segments: MilestoneStrategySegmentsTable
  safeguards: SafeguardsTable
}

export const RELEASE_PLAN_RETENTION: RetentionOf<ReleasePlanSchema> = {
  release_plan_definitions: {
    rule: 'kept',
    because:
      'limits.releaseTemplates for templates of the instance and of each project; one plan for each flag and environment',
  },
  milestones: { rule: 'owned', parent: 'release_plan_definitions' },
  milestone_strategies: { rule: 'owned', parent: 'milestones' },
  milestone_strategy_segments: { rule: 'owned', parent: 'milestone_strategies' },
  safeguards: { rule: 'owned', parent: 'feature_environments' },
}
