import type { RetentionOf } from './retention-rules.ts'
import type { Schema } from './schema.ts'

type FeatureTables = Pick<
  Schema,
  | 'context_fields'
  | 'environments'
  | 'event_days'
  | 'events'
  | 'favorite_features'
  | 'favorite_projects'
  | 'feature_dependencies'
  | 'feature_environments'
  | 'feature_lifecycle_stages'
  | 'feature_links'
  | 'feature_strategies'
  | 'feature_strategy_segments'
  | 'feature_tags'
  | 'feature_types'
  | 'features'
  | 'former_flags'
  | 'project_code_folders'
  | 'project_environments'
  | 'project_event_days'
  | 'projects'
  | 'segments'
  | 'settings'
  | 'strategy_types'
  | 'tag_types'
  | 'tags'
>

const ofPeople = (limit: string) => ({ rule: 'kept' as const, because: `people create it; ${limit}` })

/**
 * Condition for events that may be deleted. Kept whatever their age: the newest event; deletions of projects,
 * which keep private projects hidden; the newest event that affects clients in each environment, which is the
 * revision of SDKs; and events not yet sent to an integration.
 */
const DELETABLE_EVENT = `type <> 'project-deleted'
  and id < (select max(id) from events)
  and (affects_clients = 0 or exists (select 1 from events as later
    where later.affects_clients = 1 and later.environment is not distinct from events.environment and later.id > events.id))
  and id <= coalesce((select min(position) from addons where enabled = 1), id)`

/** Retention of flags and projects, of what belongs to them, and of the event log. */
export const FEATURE_RETENTION: RetentionOf<FeatureTables> = {
  settings: { rule: 'kept', because: 'a row for each setting that the service knows' },
  environments: ofPeople('limits.environments'),
  projects: ofPeople('limits.projects counts those that are not archived'),
  project_environments: { rule: 'owned', parent: 'projects' },
  project_code_folders: { rule: 'owned', parent: 'projects' },
  feature_types: { rule: 'kept', because: 'a fixed list' },
  features: ofPeople('limits.featureFlags; an archived flag stays until a person deletes it'),
  former_flags: { rule: 'pruned', most: { rows: 'eventsKept', by: 'rowid' } },
  feature_lifecycle_stages: { rule: 'owned', parent: 'features' },
  feature_links: { rule: 'owned', parent: 'features' },
  favorite_features: { rule: 'owned', parent: 'features' },
  favorite_projects: { rule: 'owned', parent: 'projects' },
  feature_environments: { rule: 'owned', parent: 'features' },
  feature_strategies: { rule: 'owned', parent: 'features' },
  feature_strategy_segments: { rule: 'owned', parent: 'feature_strategies' },
  feature_dependencies: { rule: 'owned', parent: 'features' },
  segments: ofPeople('limits.segments'),
  strategy_types: ofPeople('custom strategies are few'),
  context_fields: ofPeople('context fields are few'),
  tag_types: ofPeople('types of tags are few'),
  tags: { rule: 'owned', parent: 'tag_types' },
  feature_tags: { rule: 'owned', parent: 'features' },
  events: {
    rule: 'pruned',
    age: { column: 'created_at', days: 'eventsKeptDays', by: 'rowid' },
    most: { rows: 'eventsKept', by: 'rowid' },
    only: DELETABLE_EVENT,
  },
  event_days: {
    rule: 'bounded',
    file: 'store/migrations/0016-retention.ts',
    how: 'a trigger deletes a day with its last event',
  },
  project_event_days: {
    rule: 'bounded',
    file: 'store/migrations/0018-project-activity.ts',
    how: 'a trigger deletes a day with its last event',
  },
}
