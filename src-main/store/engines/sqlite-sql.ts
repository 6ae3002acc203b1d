import { sql } from 'kysely'

import type { EngineSql } from './engine-sql.ts'

/** SQL of the embedded engine. */
export const SQLITE_SQL: EngineSql = {
  list: (json) => sql`(select value from json_each(${json}))`,
  inList: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  notInList: (column, json) => sql`${column} not in (select value from json_each(${json}))`,
  jsonObjects: (json) => sql`json_each(${json})`,
  // "where": without it, "on conflict" would be read as part of a join
  rowsFor: (json, _table, columns) =>
    sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json}) where true`,
  jsonTexts: (json) => sql`json_each(${json})`,
  jsonTextsAt: (json, key) => sql`json_each(${json}, ${sql.lit(`$.${key}`)})`,
  jsonText: (json, key) => sql`(${json} ->> ${sql.lit(key)})`,
  jsonInteger: (json, key) => sql`(${json} ->> ${sql.lit(key)})`,
  withJsonText: (json, text, key) => sql`json_set(${json}, ${sql.lit(`$.${key}`)}, ${text})`,
  jsonLength: (json) => sql`json_array_length(${json})`,
  jsonLengthAt: (json, key) => sql`json_array_length(${json}, ${sql.lit(`$.${key}`)})`,
  like: (text, pattern) => sql`${text} like ${pattern} escape '\\'`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  unindexed: (column) => sql`+${column}`,
  least: (one, other) => sql`min(${one}, ${other})`,
  greatest: (one, other) => sql`max(${one}, ${other})`,
  rowNumber: () => sql`rowid`,
  rowAddress: () => sql`rowid`,
  runTriggers: () => sql`select 1`,
  emptyTable: (table) =>
    sql`delete from ${sql.table(table)} where rowid in (select rowid from ${sql.table(table)} limit 1000)`,
  storedTable: (table) => sql`main.${sql.table(table)}`,
  lastGivenId: (table) => sql`(select "seq" from "sqlite_sequence" where "name" = ${sql.lit(table)})`,
  // autoincrement looks at the rows itself
  keepIds: () => sql`select 1`,
  beginIds: (table) => sql`insert into "sqlite_sequence" ("name", "seq") select ${sql.lit(table)}, 0
    where not exists (select 1 from "sqlite_sequence" where "name" = ${sql.lit(table)})`,
  continueIds: (table, of) => sql`update "sqlite_sequence" set "seq" = coalesce(
    (select "seq" from "sqlite_sequence" where "name" = ${sql.lit(of)}), 0) where "name" = ${sql.lit(table)}`,
  raiseIds: (table, last) =>
    sql`update "sqlite_sequence" set "seq" = max("seq", ${sql.lit(last)}) where "name" = ${sql.lit(table)}`,
  overwriteDeleted: (on) => sql`pragma secure_delete = ${sql.raw(on ? 'on' : 'off')}`,
  createTrigger: ({ name, table, after, when, statements }) =>
    sql.raw(
      `create trigger "${name}" after ${after} on "${table}"${when ? ` when ${when}` : ''} begin\n` +
        `${statements.map((statement) => `    ${statement};\n`).join('')}  end`,
    ),
}
