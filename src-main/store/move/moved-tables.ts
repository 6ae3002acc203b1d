import { sql } from 'kysely'

import { NUMBERED_TABLES } from '../engines/postgres-sql.ts'
import { groupRows } from '../group-rows.ts'
import type { Queries } from '../queries.ts'
import { PROGRESS_TABLE } from './move-progress.ts'

/** Tables that triggers fill while another is copied: they come last, and replace what the triggers wrote. */
export const COUNTING_TABLES: ReadonlySet<string> = new Set([
  'event_days',
  'former_flags',
  'project_event_days',
  'signal_days',
  'stored_bytes',
])

/** A table that is moved, as both engines have it. */
export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns by which its rows are read in order; undefined: the order of insertion counts. */
  readonly key: readonly string[] | undefined
  /** It never gives an id twice, also after rows are gone. */
  readonly keepsIds: boolean
  /** Tables that its rows refer to. */
  readonly refersTo: readonly string[]
}

interface Column {
  table: string
  name: string
  pk: number
}

/** Reads the tables of an embedded database: those that others refer to stand ahead of them. */
export async function readMovedTables(sqlite: Queries): Promise<MovedTable[]> {
  const { rows: tables } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> ${PROGRESS_TABLE} order by name`.execute(
    sqlite,
  )
  const { rows: columns } = await sql<Column>`
    select s.name as "table", c.name, c.pk from sqlite_schema s, pragma_table_info(s.name) c
    where s.type = 'table' order by s.name, c.cid`.execute(sqlite)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select distinct s.name as "from", r."table" as "to" from sqlite_schema s, pragma_foreign_key_list(s.name) r
    where s.type = 'table'`.execute(sqlite)
  const columnsOf = groupRows(columns, (one) => one.table)
  const targets = groupRows(references, (one) => one.from)
  const read = tables.map(({ name, text }): MovedTable => {
    const own = columnsOf.get(name) ?? []
    const key = own.filter((one) => one.pk > 0).toSorted((a, b) => a.pk - b.pk)
    return {
      name,
      columns: own.map((one) => one.name),
      key: NUMBERED_TABLES.has(name) ? undefined : key.map((one) => one.name),
      keepsIds: /\bautoincrement\b/i.test(text),
      refersTo: (targets.get(name) ?? []).map(({ to }) => to).filter((to) => to !== name),
    }
  })
  return inOrderOfReferences(read)
}

/** Sorts tables so that each stands behind those that it refers to, and counting tables stand behind all. */
function inOrderOfReferences(tables: readonly MovedTable[]): MovedTable[] {
  const byName = new Map(tables.map((one) => [one.name, one]))
  const sorted = new Set<MovedTable>()
  const add = (table: MovedTable): void => {
    if (sorted.has(table)) return
    for (const name of table.refersTo) {
      const target = byName.get(name)
      if (target) add(target)
    }
    sorted.add(table)
  }
  for (const table of tables) add(table)
  const counts = ({ name }: MovedTable) => COUNTING_TABLES.has(name)
  return [...[...sorted].filter((one) => !counts(one)), ...[...sorted].filter(counts)]
}

/** Finds the tables that are copied together with some: those that refer to them, and those that triggers fill. */
export function withDependents(tables: readonly MovedTable[], names: ReadonlySet<string>): MovedTable[] {
  const found = new Set(names)
  // each stands behind those that it refers to
  for (const { name, refersTo } of tables)
    if (COUNTING_TABLES.has(name) || refersTo.some((one) => found.has(one))) found.add(name)
  return tables.filter(({ name }) => found.has(name))
}
