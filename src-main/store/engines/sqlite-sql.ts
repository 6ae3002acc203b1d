import { sql } from 'kysely'

import type { EngineSql } from './engine-sql.ts'

/** SQL of the embedded engine. */
export const SQLITE_SQL: EngineSql = {
  list: (json) => sql`(select value from json_each(${json}))`,
  inList: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  notInList: (column, json) => sql`${column} not in (select value from json_each(${json}))`,
  jsonObjects: (json) => sql`json_each(${json})`,
  jsonTexts: (json) => sql`json_each(${json})`,
  jsonTextsAt: (json, key) => sql`json_each(${json}, ${sql.lit(`$.${key}`)})`,
  jsonText: (json, key) => sql`(${json} ->> ${sql.lit(key)})`,
  jsonInteger: (json, key) => sql`(${json} ->> ${sql.lit(key)})`,
  jsonLength: (json) => sql`json_array_length(${json})`,
  jsonLengthAt: (json, key) => sql`json_array_length(${json}, ${sql.lit(`$.${key}`)})`,
  like: (text, pattern) => sql`${text} like ${pattern} escape '\\'`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  unindexed: (column) => sql`+${column}`,
  least: (one, other) => sql`min(${one}, ${other})`,
  greatest: (one, other) => sql`max(${one}, ${other})`,
  rowNumber: () => sql`rowid`,
  rowAddress: () => sql`rowid`,
  storedTable: (table) => sql`main.${sql.table(table)}`,
  lastGivenId: (table) => sql`(select "seq" from "sqlite_sequence" where "name" = ${sql.lit(table)})`,
  // autoincrement looks at the rows itself
  keepIds: () => sql`select 1`,
  beginIds: (table) => sql`insert into "sqlite_sequence" ("name", "seq") select ${sql.lit(table)}, 0
    where not exists (select 1 from "sqlite_sequence" where "name" = ${sql.lit(table)})`,
  continueIds: (table, of) => sql`update "sqlite_sequence" set "seq" = coalesce(
    (select "seq" from "sqlite_sequence" where "name" = ${sql.lit(of)}), 0) where "name" = ${sql.lit(table)}`,
  overwriteDeleted: (on) => sql`pragma secure_delete = ${sql.raw(on ? 'on' : 'off')}`,
  createTrigger: ({ name, table, after, when, statements }) =>
    sql.raw(
      `create trigger "${name}" after ${after} on "${table}"${when ? ` when ${when}` : ''} begin\n` +
        `${statements.map((statement) => `    ${statement};\n`).join('')}  end`,
    ),
}
