import { sql, type RawBuilder } from 'kysely'

import type { EngineSql, ListOf, Part, Piece } from './engine-sql.ts'

/** Tables without a number of their own that retention or figures read in the order of insertion. */
export const NUMBERED_TABLES: ReadonlySet<string> = new Set([
  'client_metrics',
  'client_metrics_variants',
  'feature_strategies',
  'user_feedback',
  'user_splash',
])

const TYPES: Record<Exclude<ListOf, 'nothing'>, RawBuilder<unknown>> = {
  texts: sql`text`,
  numbers: sql`numeric`,
}

const values = (json: Part, kind: Exclude<ListOf, 'nothing'>): Piece =>
  sql`select value::${TYPES[kind]} as value from jsonb_array_elements_text(${json}::text::jsonb) as list(value)`

/** The array of a list, so that the planner sees a condition for an index; whole numbers are all that columns hold. */
const array = (json: Part, kind: Exclude<ListOf, 'nothing'>): Piece =>
  kind === 'numbers'
    ? sql`array(select trunc(value::numeric)::bigint from jsonb_array_elements_text(${json}::text::jsonb) as list(value)
        where value::numeric = trunc(value::numeric) and abs(value::numeric) < 9223372036854775807)`
    : sql`array(${values(json, kind)})`

const listAt = (json: Part, key: string): Piece =>
  sql`(case when jsonb_typeof(${json}::jsonb -> ${sql.lit(key)}) = 'array' then ${json}::jsonb -> ${sql.lit(key)} end)`

const sequence = (table: string): Piece => sql`pg_get_serial_sequence(${sql.lit(`"${table}"`)}, 'id')`

/** SQL of PostgreSQL, whose tables stand in the schema. */
export const postgresSql = (schema: string): EngineSql => ({
  list: (json, kind) =>
    kind === 'nothing' ? sql`(select null where ${json}::text is null)` : sql`(${values(json, kind)})`,
  inList: (column, json, kind) =>
    // the parameter stays, so that the numbers of the others do
    kind === 'nothing' ? sql`(${json}::text is null)` : sql`${column} = any(${array(json, kind)})`,
  notInList: (column, json, kind) =>
    kind === 'nothing' ? sql`(${json}::text is not null)` : sql`${column} <> all(${array(json, kind)})`,
  jsonObjects: (json) => sql`jsonb_array_elements(${json}::text::jsonb) as list(value)`,
  rowsFor: (json, table, columns) =>
    sql`select ${sql.join(columns.map((column) => sql.id(column)))}
      from json_populate_recordset(null::${sql.id(schema)}.${sql.id(table)}, ${json}::text::json)`,
  jsonTexts: (json) => sql`jsonb_array_elements_text(${json}::text::jsonb) as list(value)`,
  jsonTextsAt: (json, key) => sql`jsonb_array_elements_text(${listAt(json, key)}) as list(value)`,
  jsonText: (json, key) => sql`(${json}::jsonb ->> ${sql.lit(key)})`,
  jsonInteger: (json, key) => sql`(${json}::jsonb ->> ${sql.lit(key)})::bigint`,
  withJsonText: (json, text, key) =>
    sql`jsonb_set(${json}::jsonb, ${sql.lit(`{${key}}`)}, to_jsonb(${text}))::text`,
  jsonLength: (json) => sql`jsonb_array_length(${json}::jsonb)`,
  jsonLengthAt: (json, key) => sql`jsonb_array_length(${listAt(json, key)})`,
  // "C": as SQLite does, only ASCII letters are the same in both cases
  like: (text, pattern) => sql`(${text})::text collate "C" ilike ${pattern} escape '\\'`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  unindexed: (column) => sql`(${column} || '')`,
  least: (one, other) => sql`least(${one}, ${other})`,
  greatest: (one, other) => sql`greatest(${one}, ${other})`,
  rowNumber: (table) => sql.ref(NUMBERED_TABLES.has(table) ? 'rowid' : 'id'),
  rowAddress: () => sql`ctid`,
  runTriggers: (table, run) =>
    sql`alter table ${sql.id(table)} ${sql.raw(run ? 'enable' : 'disable')} trigger user`,
  emptyTable: (table) => sql`truncate ${sql.id(table)} cascade`,
  storedTable: (table) => sql`${sql.id(schema)}.${sql.id(table)}`,
  // a table that was renamed has a sequence of the former name
  lastGivenId: (table) => sql`(select coalesce(pg_sequence_last_value(${sequence(table)}::regclass), 0))`,
  keepIds: (table) =>
    sql`select setval(${sequence(table)}, greatest((select max(id) from ${sql.id(table)}), nextval(${sequence(table)})))`,
  beginIds: () => sql`select 1`,
  continueIds: (table, of) => sql`select setval(${sequence(table)}, nextval(${sequence(of)}))`,
  raiseIds: (table, last) =>
    sql`select setval(${sequence(table)}, greatest(${sql.lit(last)}, nextval(${sequence(table)})))`,
  // dead rows stay until the next vacuum, in the write-ahead log for longer: no client can ask for that
  overwriteDeleted: () => sql`select 1`,
  createTrigger: ({ name, table, after, when, statements }) =>
    sql.raw(
      `create function "${name}"() returns trigger language plpgsql as $$ begin\n` +
        `${statements.map((statement) => `    ${statement};\n`).join('')}    return null;\n  end $$;\n` +
        `create trigger "${name}" after ${after} on "${table}" for each row ` +
        `${when ? `when (${when}) ` : ''}execute function "${name}"()`,
    ),
})
