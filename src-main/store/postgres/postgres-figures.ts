import type { Pool } from 'pg'

import { SHOWN_TABLES, type StoreFigures } from '../store.ts'

interface Server {
  version: string
  bytes: number
  commit: string
  fsync: string
}

/** Reads the figures of a database on a server. Rows are those of its statistics: counting reads whole tables. */
export async function readPostgresFigures(
  pool: Pool,
  schema: string,
  halyards: number,
): Promise<StoreFigures> {
  const server = await pool.query<Server>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync`,
  )
  const tables = await pool.query<{ name: string; rows: number }>(
    `select c.relname as name, greatest(s.n_live_tup, c.reltuples)::bigint as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
     where n.nspname = $1 and c.relkind = 'r' order by 2 desc, 1 limit $2`,
    [schema, SHOWN_TABLES],
  )
  const { version = '', bytes = 0, commit = '', fsync = '' } = server.rows[0] ?? {}
  return {
    version,
    sizeBytes: bytes,
    durability: `synchronous_commit ${commit}, fsync ${fsync}`,
    tables: tables.rows.map(({ name, rows }) => ({ name, rows: Math.max(rows, 0) })),
    isEstimate: true,
    halyards,
  }
}
