import { DatabaseSync } from 'node:sqlite'

/** Returns rows as objects: SQLite's own library, or the store's connection. */
export type ReadRows = (sql: string) => readonly Record<string, unknown>[]

/** Rule that the data of an instance keeps, whatever was done to it. */
export interface Invariant {
  readonly name: string
  /** SQL of the rows that break it. */
  readonly broken: string
}

/** Rows that name a row of another table, without a foreign key; null and '' name nothing. */
const refers = (table: string, column: string, to: string, key: string, only = 'true'): Invariant => ({
  name: `every ${table}.${column} names a row of ${to}`,
  broken: `select "${column}" as name from "${table}" where "${column}" is not null and "${column}" <> ''
    and ${only} and "${column}" not in (select "${key}" from "${to}")`,
})

/** Columns that hold JSON, by table. */
const JSON_COLUMNS: Record<string, readonly string[]> = {
  action_set_actions: ['execution_params'],
  action_set_events: ['signal', 'action_set'],
  action_sets: ['filters'],
  addons: ['parameters', 'events', 'projects', 'environments'],
  change_request_changes: ['payload', 'snapshot'],
  context_fields: ['legal_values'],
  events: ['data', 'pre_data', 'tags'],
  feature_dependencies: ['variants'],
  feature_environments: ['variants'],
  feature_strategies: ['constraints', 'parameters', 'variants'],
  groups: ['mappings_sso'],
  milestone_strategies: ['constraints', 'parameters', 'variants'],
  segments: ['constraints'],
  settings: ['content'],
  signals: ['payload', 'headers'],
}

/** Columns whose values order the rows of one parent. */
const ORDERS: readonly (readonly [table: string, parent: string])[] = [
  ['milestones', 'definition_id'],
  ['action_set_actions', 'action_set_id'],
]

const CHANGE_REQUEST_STATES = [
  'Draft',
  'In review',
  'Approved',
  'Scheduled',
  'Applied',
  'Rejected',
  'Cancelled',
]

/** Tables that number their rows: a number is never given twice. */
const NUMBERED = ['events', 'signals', 'change_requests', 'users', 'segments', 'addons', 'groups', 'roles']

/** All invariants but those of SQLite itself. */
export const INVARIANTS: readonly Invariant[] = [
  // references
  refers('feature_strategies', 'milestone_id', 'milestones', 'id'),
  refers('release_plan_definitions', 'active_milestone_id', 'milestones', 'id'),
  refers('user_roles', 'project', 'projects', 'id'),
  refers('role_permissions', 'environment', 'environments', 'name'),
  refers('action_sets', 'actor_id', 'users', 'id', 'enabled'),
  refers('action_sets', 'source_id', 'signal_endpoints', 'id', 'enabled'),
  refers('api_tokens', 'environment', 'environments', 'name', `environment <> '*'`),
  {
    name: 'a flag has a row for an environment only if its project has the environment',
    broken: `select fe.feature_name, fe.environment from feature_environments fe
      join features f on f.name = fe.feature_name
      left join project_environments pe on pe.project = f.project and pe.environment = fe.environment
      where pe.project is null`,
  },
  {
    name: 'the active milestone belongs to its plan',
    broken: `select d.id from release_plan_definitions d join milestones m on m.id = d.active_milestone_id
      where m.definition_id <> d.id`,
  },
  {
    name: 'a strategy uses segments of the instance and of its own project only',
    broken: `select fs.id from feature_strategy_segments x join feature_strategies fs on fs.id = x.strategy_id
      join features f on f.name = fs.feature_name join segments s on s.id = x.segment_id
      where s.project is not null and s.project <> f.project`,
  },
  {
    name: 'parent flags have no parents, and are in the project of the child',
    broken: `select d.child, d.parent from feature_dependencies d
      join features c on c.name = d.child join features p on p.name = d.parent
      where c.project <> p.project or d.parent in (select child from feature_dependencies)`,
  },
  {
    name: 'archived flags are in no dependency',
    broken: `select f.name from features f where f.archived_at is not null and (
      f.name in (select child from feature_dependencies) or f.name in (select parent from feature_dependencies))`,
  },
  // orders
  ...ORDERS.map(([table, parent]) => ({
    name: `${table} of one ${parent} have places of their own`,
    broken: `select ${parent}, sort_order from ${table} group by ${parent}, sort_order having count(*) > 1`,
  })),
  // states
  {
    name: 'change requests have a known state, which is among those that they entered',
    broken: `select id, state from change_requests where state not in (${quoted(CHANGE_REQUEST_STATES)})
      or not exists (select 1 from change_request_state_times t
        where t.change_request_id = change_requests.id and t.state = change_requests.state)`,
  },
  {
    name: 'scheduled change requests have a time',
    broken: `select id from change_requests where state = 'Scheduled'
      and id not in (select change_request_id from change_request_schedules)`,
  },
  {
    name: 'a user has at most one draft in each environment of a project',
    broken: `select project, environment, created_by_user_id from change_requests
      where state in ('Draft', 'In review', 'Approved') group by 1, 2, 3, title having count(*) > 1 and state = 'Draft'`,
  },
  {
    name: 'an applied change request has one event of it',
    broken: `select c.id from change_requests c where c.state = 'Applied' and 1 <> (select count(*) from events e
      where e.type = 'change-request-applied' and json_extract(e.data, '$.changeRequestId') = c.id)`,
  },
  {
    name: 'a scheduled change request succeeds once',
    broken: `select json_extract(data, '$.changeRequestId') as id from events
      where type = 'change-request-scheduled-application-success' group by 1 having count(*) > 1`,
  },
  {
    name: 'an executed signal is marked as processed',
    broken: `select e.id from action_set_events e join signals s on s.id = e.signal_id
      where e.attempt = 1 and not s.processed`,
  },
  {
    name: 'people have one root role',
    broken: `select u.id from users u where u.kind = 'user' and 1 <> (select count(*) from user_roles ur
      join roles r on r.id = ur.role_id where ur.user_id = u.id and ur.project = '' and r.type like 'root%')`,
  },
  {
    name: 'an Admin is left',
    broken: `select 'no Admin' where not exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
      where r.name = 'Admin' and ur.project = '')`,
  },
  // totals
  {
    name: 'days of events count the events of the day',
    broken: `select d.day, d.environment, d.events from event_days d where d.events <> (select count(*) from events e
      where substr(e.created_at, 1, 10) = d.day and coalesce(e.environment, '') = d.environment)`,
  },
  {
    name: 'days of events count every event',
    broken: `select 'events' where (select count(*) from events) <> (select coalesce(sum(events), 0) from event_days)`,
  },
  {
    name: 'days of a project count the events of the project',
    broken: `select d.project, d.day from project_event_days d where d.events <> (select count(*) from events e
      where e.project = d.project and substr(e.created_at, 1, 10) = d.day)`,
  },
  {
    name: 'days of signals count the signals',
    broken: `select 'signals' where (select count(*) from signals) <> (select coalesce(sum(signals), 0) from signal_days)`,
  },
  {
    name: 'stored bytes of signals and executions are those of their rows',
    broken: `select 'signals' where
      (select coalesce(sum(octet_length(payload) + octet_length(headers)), 0) from signals)
        <> (select coalesce(sum(bytes), 0) from stored_bytes where table_name = 'signals')
      or (select coalesce(sum(octet_length(signal) + octet_length(action_set)), 0) from action_set_events)
        <> (select coalesce(sum(bytes), 0) from stored_bytes where table_name = 'action_set_events')`,
  },
  {
    name: 'counted variants are no more than the evaluations',
    broken: `select v.feature_name, v.app_name, v.hour from client_metrics_variants v
      left join client_metrics m using (feature_name, app_name, environment, hour) where m.hour is null`,
  },
  {
    name: 'metrics are not negative',
    broken: `select feature_name from client_metrics where yes < 0 or no < 0`,
  },
  // revisions
  ...NUMBERED.map((table) => ({
    name: `numbers of ${table} are not given again`,
    broken: `select 1 where (select coalesce(max(id), 0) from ${table}) >
      coalesce((select seq from sqlite_sequence where name = '${table}'), 0)`,
  })),
  // content
  ...Object.entries(JSON_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => ({
      name: `${table}.${column} is JSON`,
      broken: `select rowid from ${table} where ${column} is not null and not json_valid(${column})`,
    })),
  ),
  {
    name: 'events have an ISO time and a known shape',
    broken: `select id from events where created_at not glob '????-??-??T??:??:??*Z' or type = '' or created_by = ''`,
  },
]

/** Finds the invariants that some rows break, with the first of these rows. */
export function findBroken(read: ReadRows): string[] {
  const integrity = String(Object.values(read('pragma integrity_check')[0] ?? {})[0])
  const faults = integrity === 'ok' ? [] : [`integrity: ${integrity}`]
  for (const row of read('pragma foreign_key_check').slice(0, 3))
    faults.push(`foreign key: ${JSON.stringify(row)}`)
  for (const { name, broken } of INVARIANTS) {
    const rows = read(broken)
    if (rows.length > 0)
      faults.push(`not so: ${name}: ${rows.length} rows, such as ${JSON.stringify(rows[0])}`)
  }
  return faults
}

/** Checks the invariants of a database file with SQLite's own library. Takes its log in: give it a copy. */
export function findBrokenInFile(file: string): string[] {
  return readFile(file, findBroken)
}

/** Reads a database file with SQLite's own library. */
export function readFile<T>(file: string, work: (read: ReadRows) => T): T {
  const database = new DatabaseSync(file)
  try {
    return work((sql) => database.prepare(sql).all())
  } finally {
    database.close()
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
