import { sql } from 'kysely'

import { nextTurn } from '#runtime/turn.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'
import { SHOWN_TABLES, type StoreFigures } from './store.ts'

/** Tables that can get large. Each is counted row by row, so others are left out. */
const LARGE = [
  'events',
  'signals',
  'client_metrics',
  'action_set_events',
  'feature_strategies',
  'feature_environments',
  'features',
  'users',
  'sign_ins',
  'impressions',
  'unknown_flags',
  'integration_events',
] as const satisfies readonly (keyof Schema)[]

/** Reads the figures of an embedded database. */
export async function readSqliteFigures(queries: Queries): Promise<StoreFigures> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, p.page_count * s.page_size as bytes
    from pragma_page_count() p, pragma_page_size() s`.execute(queries)
  const tables: StoreFigures['tables'] = []
  for (const name of LARGE) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(
      queries,
    )
    tables.push({ name, rows: counted.rows[0]?.rows ?? 0 })
    await nextTurn()
  }
  return {
    version: rows[0]?.version ?? '',
    sizeBytes: rows[0]?.bytes ?? 0,
    durability: 'write-ahead log, synced before each answer',
    tables: tables.sort((a, b) => b.rows - a.rows).slice(0, SHOWN_TABLES),
    isEstimate: false,
    halyards: 1,
  }
}
