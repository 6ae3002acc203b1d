import type { Schema } from '#store/schema.ts'

/** Table of a snapshot. */
export interface SnapshotTable {
  readonly name: keyof Schema
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Columns that use changes, not people: neither compared nor restored in rows that are there. */
  readonly used: readonly string[]
  /** Columns that no two rows may share, beside the key. */
  readonly unique: readonly string[]
  /** Columns that get the newest id of another table in rows that are created again: nothing old is done once more. */
  readonly newest: Readonly<Record<string, keyof Schema>>
  /** The order of insertion counts among rows that are equal in these columns. */
  readonly orderedBy: readonly string[] | undefined
  /** Rows to delete are deleted ahead of others: what they belong to has room for one. */
  readonly deletesFirst: boolean
  /**
   * Columns of which the first that is filled names a row that gives access. Such a row that was deleted since the
   * snapshot stays deleted. Empty: the rows give none.
   */
  readonly accessOf: readonly string[]
  /** Columns that refer to rows that give access, with their table: without them, a row is left out, too. */
  readonly needs: Readonly<Record<string, keyof Schema>>
}

interface Options<Table extends keyof Schema> {
  key: readonly (keyof Schema[Table] & string)[]
  columns: readonly (keyof Schema[Table] & string)[]
  used?: readonly (keyof Schema[Table] & string)[]
  unique?: readonly (keyof Schema[Table] & string)[]
  newest?: Partial<Record<keyof Schema[Table] & string, keyof Schema>>
  orderedBy?: readonly (keyof Schema[Table] & string)[]
  deletesFirst?: true
  accessOf?: readonly (keyof Schema[Table] & string)[]
  needs?: Partial<Record<keyof Schema[Table] & string, keyof Schema>>
}

function table<Table extends keyof Schema>(name: Table, options: Options<Table>): SnapshotTable {
  const { key, columns, used = [], unique = [], newest = {}, orderedBy, deletesFirst = false } = options
  const { accessOf = [], needs = {} } = options
  return {
    ...{ name, key, used, unique, orderedBy, deletesFirst, accessOf },
    columns: [...key, ...columns],
    newest: newest,
    needs: needs,
  }
}

const strategy = ['name', 'title', 'disabled', 'constraints', 'parameters', 'variants', 'sort_order'] as const

/** Tables of the configuration, in the order in which their rows refer to each other (ADR 43). */
export const SNAPSHOT_TABLES: readonly SnapshotTable[] = [
  table('environments', {
    key: ['name'],
    columns: ['type', 'sort_order', 'enabled', 'protected', 'required_approvals', 'created_at'],
  }),
  table('projects', {
    key: ['id'],
    columns: [
      ...(['name', 'description', 'mode', 'default_stickiness', 'feature_limit', 'feature_naming'] as const),
      ...(['link_templates', 'created_at', 'updated_at', 'archived_at'] as const),
    ],
  }),
  table('project_environments', { key: ['project', 'environment'], columns: ['default_strategy'] }),
  table('change_request_settings', { key: ['project', 'environment'], columns: ['required_approvals'] }),
  table('users', {
    key: ['id'],
    columns: [
      ...(['name', 'username', 'email', 'password_hash', 'login_attempts', 'created_at', 'seen_at'] as const),
      ...(['kind', 'scim_id', 'deactivated_at'] as const),
    ],
    used: ['password_hash', 'login_attempts', 'seen_at', 'deactivated_at'],
    unique: ['username', 'email'],
    accessOf: ['username', 'email', 'name'],
  }),
  table('roles', { key: ['id'], columns: ['name', 'description', 'type'], unique: ['name'] }),
  table('role_permissions', { key: ['role_id', 'permission', 'environment'], columns: [] }),
  table('groups', {
    key: ['id'],
    columns: [
      ...(['name', 'description', 'created_at', 'created_by', 'root_role_id'] as const),
      ...(['mappings_sso', 'scim_id'] as const),
    ],
    unique: ['name'],
  }),
  table('group_users', {
    key: ['group_id', 'user_id'],
    columns: ['joined_at', 'created_by'],
    needs: { user_id: 'users' },
  }),
  table('group_roles', { key: ['group_id', 'role_id', 'project'], columns: ['created_at'] }),
  table('user_roles', {
    key: ['user_id', 'role_id', 'project'],
    columns: ['created_at'],
    needs: { user_id: 'users' },
  }),
  table('context_fields', {
    key: ['name'],
    columns: ['description', 'stickiness', 'sort_order', 'legal_values', 'project', 'created_at'],
  }),
  table('tag_types', { key: ['name'], columns: ['description', 'icon', 'color', 'created_at'] }),
  table('tags', { key: ['type', 'value'], columns: ['created_at'] }),
  table('segments', {
    key: ['id'],
    columns: ['name', 'description', 'project', 'constraints', 'created_by', 'created_at'],
    unique: ['name'],
  }),
  table('strategy_types', {
    key: ['name'],
    columns: [
      ...(['display_name', 'title', 'description', 'parameters', 'built_in', 'deprecated'] as const),
      'sort_order',
    ],
  }),
  table('feature_types', { key: ['id'], columns: ['name', 'description', 'lifetime_days', 'sort_order'] }),
  table('features', {
    key: ['name'],
    columns: [
      ...(['project', 'type', 'description', 'stale', 'impression_data', 'created_at'] as const),
      ...(['created_by_user_id', 'archived_at', 'potentially_stale'] as const),
    ],
    used: ['potentially_stale'],
  }),
  table('feature_lifecycle_stages', {
    key: ['feature_name', 'stage'],
    columns: ['status', 'status_value', 'entered_at'],
  }),
  table('feature_environments', {
    key: ['feature_name', 'environment'],
    columns: ['enabled', 'variants', 'last_seen_at'],
    used: ['last_seen_at'],
  }),
  table('feature_links', { key: ['id'], columns: ['feature_name', 'url', 'title'] }),
  table('feature_dependencies', { key: ['child', 'parent'], columns: ['enabled', 'variants'] }),
  table('feature_tags', { key: ['feature_name', 'tag_type', 'tag_value'], columns: [] }),
  table('release_plan_definitions', {
    key: ['id'],
    columns: [
      ...(['name', 'description', 'created_by_user_id', 'created_at', 'archived_at', 'project'] as const),
      ...(['feature_name', 'environment', 'template_id', 'active_milestone_id'] as const),
    ],
    deletesFirst: true,
  }),
  table('milestones', {
    key: ['id'],
    columns: [
      ...(['definition_id', 'name', 'sort_order', 'interval_minutes', 'started_at', 'paused_at'] as const),
      ...(['progression_executed_at', 'held_since', 'held_ms'] as const),
    ],
  }),
  table('milestone_strategies', { key: ['id'], columns: [...strategy, 'milestone_id'] }),
  table('milestone_strategy_segments', { key: ['milestone_strategy_id', 'segment_id'], columns: [] }),
  table('safeguards', {
    key: ['id'],
    columns: [
      ...(['feature_name', 'environment', 'plan_id', 'metric', 'operator', 'threshold'] as const),
      ...(['created_at', 'triggered_at'] as const),
    ],
  }),
  table('feature_strategies', {
    key: ['id'],
    columns: [...strategy, 'feature_name', 'environment', 'milestone_id', 'created_at'],
    orderedBy: ['feature_name', 'environment'],
    deletesFirst: true,
  }),
  table('feature_strategy_segments', { key: ['strategy_id', 'segment_id'], columns: [] }),
  table('impact_charts', { key: ['id'], columns: ['feature_name', 'metric_name', 'chart', 'created_at'] }),
  table('api_tokens', {
    key: ['secret'],
    columns: [
      ...(['secret_hash', 'token_name', 'type', 'environment', 'alias', 'expires_at'] as const),
      ...(['created_at', 'seen_at'] as const),
    ],
    used: ['seen_at', 'expires_at'],
    accessOf: ['token_name'],
  }),
  table('api_token_projects', { key: ['secret', 'project'], columns: [], needs: { secret: 'api_tokens' } }),
  table('signal_endpoints', {
    key: ['id'],
    columns: ['name', 'description', 'enabled', 'created_at', 'created_by_user_id', 'delivery_id'],
    unique: ['name'],
  }),
  table('signal_endpoint_tokens', {
    key: ['id'],
    columns: ['name', 'endpoint_id', 'secret_hash', 'created_at', 'created_by_user_id'],
    unique: ['name'],
    accessOf: ['name'],
  }),
  table('action_sets', {
    key: ['id'],
    columns: [
      ...(['project', 'name', 'description', 'enabled', 'source', 'source_id', 'filters'] as const),
      ...(['actor_id', 'created_by_user_id', 'created_at', 'listens_after', 'rules'] as const),
      'reset_up_to',
    ],
    used: ['listens_after', 'reset_up_to'],
    unique: ['name'],
    newest: { listens_after: 'signals', reset_up_to: 'action_set_events' },
  }),
  table('action_set_actions', {
    key: ['id'],
    columns: [
      ...(['action_set_id', 'sort_order', 'action', 'execution_params', 'created_by_user_id'] as const),
      'created_at',
    ],
  }),
  table('addons', {
    key: ['id'],
    columns: [
      ...(['provider', 'enabled', 'description', 'parameters', 'events', 'projects'] as const),
      ...(['environments', 'position', 'created_at'] as const),
    ],
    used: ['position'],
    newest: { position: 'events' },
  }),
  table('expectations', {
    key: ['name'],
    columns: ['feature_name', 'project', 'environment', 'content', 'created_by', 'created_at'],
  }),
  table('policies', {
    key: ['name'],
    columns: ['project', 'enabled', 'content', 'created_by', 'created_at'],
  }),
  table('banners', {
    key: ['id'],
    columns: [
      ...(['message', 'enabled', 'variant', 'sticky', 'icon', 'link', 'link_text'] as const),
      ...(['dialog_title', 'dialog', 'created_at'] as const),
    ],
  }),
]
