import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  OperationNodeTransformer,
  type RawBuilder,
  SelectQueryNode,
  sql,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type RootOperationNode,
  type TableNode,
  WithNode,
} from 'kysely'

import { hidesNothing, type FormerProject, type HiddenProjects } from '#shared/access/rules/index.ts'
import {
  jsonInteger,
  jsonObjects,
  jsonText,
  jsonTextsAt,
  jsonTextsOf,
  storedTable,
} from './engines/portable.ts'
import { listOf } from './in-list.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'

/**
 * Returns queries that hide some projects with their flags, segments, requests, tokens and events. Each table
 * that a select names is read through a common table expression of its name. For reading only: writes must
 * see all data (a name that is taken).
 */
export function hideProjects(queries: Queries, hidden: HiddenProjects): Queries {
  return hidesNothing(hidden) ? queries : queries.withPlugin(new HideProjects(hidden))
}

type Condition = RawBuilder<unknown>
/** The rows of a table that are hidden; `ids` are the hidden projects, `former` those of which the id was given again. */
type HiddenRows = (ids: Condition, former?: Condition) => Condition

/** A former project: its id, and the event of its deletion. */
const FORMER = sql.ref('former.value')
const FORMER_ID = jsonText(FORMER, 'id')
const formerOf = (list: readonly FormerProject[]): Condition | undefined =>
  list.length === 0 ? undefined : sql`(select value from ${jsonObjects(list)}) as former`
/** Adds what is left of former projects, up to the event of their deletion. */
const orOfFormer = (former: Condition | undefined, event: Condition, rows: Condition): Condition =>
  former
    ? sql`or exists (select 1 from ${former} where ${event} <= ${jsonInteger(FORMER, 'until')} and ${rows})`
    : sql``

const DATA = sql.ref('data')
const PRE_DATA = sql.ref('pre_data')

const ofProject: HiddenRows = (ids) => sql`project in ${ids}`
/** Flags of hidden projects, those that were deleted too. */
const flagsOf: HiddenRows = (ids, former) => sql`(
  select name from ${storedTable('features')} where project in ${ids}
  union all select name from ${storedTable('former_flags')} where project in ${ids}
    ${orOfFormer(former, sql`event_id`, sql`project = ${FORMER_ID}`)}
)`
const ofFlag: HiddenRows = (ids, former) => sql`feature_name in ${flagsOf(ids, former)}`
const ofRequest: HiddenRows = (ids) =>
  sql`change_request_id in (select id from ${storedTable('change_requests')} where project in ${ids})`

/**
 * Hides events of the projects. An event without a project can still name projects and flags: a token's
 * scope, an export, the origin of a flag. Of a former project whose id was given again, the events up to its deletion.
 */
const ofEvent: HiddenRows = (ids, former) => sql`(
  project in ${ids}
  or feature_name in ${flagsOf(ids, former)}
  or (type = 'feature-project-change' and ${jsonText(DATA, 'oldProject')} in ${ids})
  or (project is null and (
    exists (select 1 from ${jsonTextsAt(DATA, 'projects')} where value in ${ids})
    or exists (select 1 from ${jsonTextsAt(PRE_DATA, 'projects')} where value in ${ids})
    or exists (select 1 from ${jsonTextsAt(DATA, 'features')} where value in ${flagsOf(ids, former)})
    or exists (select 1 from ${jsonTextsAt(PRE_DATA, 'features')} where value in ${flagsOf(ids, former)})
    or ${jsonText(DATA, 'project')} in ${ids}
    or ${jsonText(PRE_DATA, 'project')} in ${ids}
    or (type = 'application-created' and ${isUnseenApplication(ids)})
  ))
  ${orOfFormer(former, sql`id`, NAMES_FORMER)}
)`

/** Matches events that name a former project. */
const NAMES_FORMER = sql`(
  project = ${FORMER_ID}
  or (type = 'feature-project-change' and ${jsonText(DATA, 'oldProject')} = ${FORMER_ID})
  or (project is null and (
    ${FORMER_ID} in (select value from ${jsonTextsAt(DATA, 'projects')})
    or ${FORMER_ID} in (select value from ${jsonTextsAt(PRE_DATA, 'projects')})
    or ${jsonText(DATA, 'project')} = ${FORMER_ID}
    or ${jsonText(PRE_DATA, 'project')} = ${FORMER_ID}
  ))
)`

const isUnseenApplication = (ids: Condition) => sql`(
  ${jsonText(DATA, 'name')} in (select app_name from ${storedTable('client_application_usage')} where project in ${ids})
  and ${jsonText(DATA, 'name')} not in (
    select app_name from ${storedTable('client_application_usage')} where project not in ${ids}
  )
)`

/** Plans of flags and templates of projects; a template of the instance is of neither. */
const ofDefinition: HiddenRows = (ids, former) =>
  sql`(feature_name in ${flagsOf(ids, former)} or project in ${ids})`
const ofPlan: HiddenRows = (ids, former) =>
  sql`(select id from ${storedTable('release_plan_definitions')} where ${ofDefinition(ids, former)})`
const ofMilestone: HiddenRows = (ids, former) =>
  sql`(select id from ${storedTable('milestones')} where definition_id in ${ofPlan(ids, former)})`

/** An integration that names a project tells of it by that. */
const ofAddon: HiddenRows = (ids) =>
  sql`exists (select 1 from ${jsonTextsOf(sql.ref('projects'))} where value in ${ids})`

/**
 * Matches applications, or their instances in an environment, that are used in hidden projects alone. An application that
 * was created by hand, and is not used yet, is shown.
 */
const usedUnseen = (columns: Condition, ids: Condition) => sql`(
  (${columns}) in (select ${columns} from ${storedTable('client_application_usage')} where project in ${ids})
  and (${columns}) not in (select ${columns} from ${storedTable('client_application_usage')} where project not in ${ids})
)`
const ofApplication: HiddenRows = (ids) => usedUnseen(sql`app_name`, ids)
const ofInstance: HiddenRows = (ids) => usedUnseen(sql`app_name, environment`, ids)

/** Matches what was reported by tokens of hidden projects alone. */
const ofReach = (ids: Condition) =>
  sql`not exists (select 1 from ${jsonTextsOf(sql.ref('projects'))} where value not in ${ids})`

/** Exported for the test that finds a table which has been forgotten. */
export const HIDDEN_ROWS: Partial<Record<keyof Schema, HiddenRows>> = {
  projects: (ids) => sql`id in ${ids}`,
  project_environments: ofProject,
  project_code_folders: ofProject,
  project_event_days: (ids, former) =>
    sql`(project in ${ids} ${orOfFormer(former, sql`last_id`, sql`project = ${FORMER_ID}`)})`,
  favorite_projects: ofProject,
  notifications: ofProject,
  user_roles: ofProject,
  group_roles: ofProject,
  segments: ofProject,
  context_fields: ofProject,
  client_application_usage: ofProject,
  client_applications: ofApplication,
  client_instances: ofInstance,
  change_request_settings: ofProject,
  change_requests: ofProject,
  change_request_changes: ofRequest,
  change_request_comments: ofRequest,
  change_request_state_times: ofRequest,
  change_request_reviews: ofRequest,
  change_request_reviewers: ofRequest,
  change_request_schedules: ofRequest,
  features: ofProject,
  former_flags: (ids, former) => sql`name in ${flagsOf(ids, former)}`,
  favorite_features: ofFlag,
  feature_lifecycle_stages: ofFlag,
  feature_links: ofFlag,
  feature_environments: ofFlag,
  feature_tags: ofFlag,
  feature_strategies: ofFlag,
  feature_strategy_segments: (ids, former) =>
    sql`strategy_id in (select id from ${storedTable('feature_strategies')} where feature_name in ${flagsOf(ids, former)})`,
  feature_dependencies: (ids, former) => sql`child in ${flagsOf(ids, former)}`,
  client_metrics: ofFlag,
  unknown_flags: (ids, former) => sql`name in ${flagsOf(ids, former)}`,
  client_metrics_variants: ofFlag,
  impressions: ofFlag,
  // a secret opens all its projects: a caller who cannot see one of them cannot see the secret
  api_tokens: (ids) =>
    sql`secret in (select secret from ${storedTable('api_token_projects')} where project in ${ids})`,
  api_token_projects: ofProject,
  release_plan_definitions: ofDefinition,
  milestones: (ids, former) => sql`definition_id in ${ofPlan(ids, former)}`,
  milestone_strategies: (ids, former) => sql`milestone_id in ${ofMilestone(ids, former)}`,
  milestone_strategy_segments: (ids, former) =>
    sql`milestone_strategy_id in (select id from ${storedTable('milestone_strategies')} where milestone_id in ${ofMilestone(ids, former)})`,
  safeguards: ofFlag,
  overrides: ofFlag,
  expectations: ofDefinition,
  policies: ofProject,
  mirror_flags: (ids, former) => sql`name in ${flagsOf(ids, former)}`,
  waiting_reports: ofProject,
  impact_series: ofReach,
  impact_samples: (ids) =>
    sql`series_id in (select id from ${storedTable('impact_series')} where ${ofReach(ids)})`,
  impact_charts: ofFlag,
  edge_instances: ofReach,
  cdn_tokens: ofProject,
  insight_weeks: ofProject,
  action_sets: ofProject,
  action_set_actions: (ids) =>
    sql`action_set_id in (select id from ${storedTable('action_sets')} where project in ${ids})`,
  action_set_events: ofProject,
  action_set_notes: ofProject,
  action_retries: (ids) =>
    sql`action_set_id in (select id from ${storedTable('action_sets')} where project in ${ids})`,
  remote_pulls: ofProject,
  addons: ofAddon,
  integration_events: (ids, former) => sql`(
    integration_id in (select id from ${storedTable('addons')} where ${ofAddon(ids)})
    or exists (select 1 from ${storedTable('events')} where id = event_id and ${ofEvent(ids, former)})
  )`,
  events: ofEvent,
}

class HideProjects implements KyselyPlugin {
  readonly #ids: Condition
  readonly #former: Condition | undefined

  constructor(hidden: HiddenProjects) {
    this.#ids = listOf([...hidden])
    this.#former = formerOf(hidden.former ?? [])
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (!SelectQueryNode.is(node)) return node
    const tables = new NamedTables()
    tables.transformNode(node)
    return [...tables.names].reduce<SelectQueryNode>((select, name) => {
      const rows = HIDDEN_ROWS[name as keyof Schema]
      return rows ? withTable(select, name, rows(this.#ids, this.#former)) : select
    }, withPlainOperands(node))
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

function withTable(select: SelectQueryNode, name: string, hidden: Condition): SelectQueryNode {
  // "is not true" keeps rows without a project
  const visible = sql`(select * from ${storedTable(name)} where (${hidden}) is not true)`
  const table = CommonTableExpressionNode.cloneWith(
    CommonTableExpressionNode.create(CommonTableExpressionNameNode.create(name), visible.toOperationNode()),
    { materialized: false },
  )
  return {
    ...select,
    with: select.with ? WithNode.cloneWithExpression(select.with, table) : WithNode.create(table),
  }
}

/**
 * Removes the table expressions of the further operands of `union` and the like, which have been through the plugin on
 * their own: SQLite takes `with` before the first operand only, and there it applies to all of them.
 */
function withPlainOperands(select: SelectQueryNode): SelectQueryNode {
  if (!select.setOperations) return select
  const setOperations = select.setOperations.map((operation) => {
    if (!SelectQueryNode.is(operation.expression)) return operation
    const { with: own, ...operand } = withPlainOperands(operation.expression)
    const kept = own?.expressions.filter(({ name }) => !(name.table.table.identifier.name in HIDDEN_ROWS))
    const expression = own && kept?.length ? { ...operand, with: { ...own, expressions: kept } } : operand
    return { ...operation, expression }
  })
  return { ...select, setOperations }
}

/** The names of all tables that a query reads, wherever in it. */
class NamedTables extends OperationNodeTransformer {
  readonly names = new Set<string>()

  protected override transformTable(node: TableNode, queryId?: QueryId): TableNode {
    this.names.add(node.table.identifier.name)
    return super.transformTable(node, queryId)
  }
}
