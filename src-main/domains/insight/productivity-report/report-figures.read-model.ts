import { sql } from 'kysely'

import type { Queries } from '#store/queries.ts'

/** Figures of the productivity report. */
export interface ReportFigures {
  flags: number
  created: number
  archived: number
  stale: number
}

/** Counts flags, and what changed since an instant. Private projects are left out: any subscriber gets these figures. */
export async function readReportFigures(queries: Queries, since: string): Promise<ReportFigures> {
  const row = await queries
    .selectFrom('features')
    .innerJoin('projects', 'projects.id', 'features.project')
    .select([
      sql<number>`count(*) filter (where features.archived_at is null)`.as('flags'),
      sql<number>`count(*) filter (where features.created_at >= ${since})`.as('created'),
      sql<number>`count(*) filter (where features.archived_at >= ${since})`.as('archived'),
      sql<number>`count(*) filter (where features.archived_at is null and (stale = 1 or potentially_stale = 1))`.as(
        'stale',
      ),
    ])
    .where('projects.mode', '!=', 'private')
    .executeTakeFirstOrThrow()
  return {
    flags: Number(row.flags),
    created: Number(row.created),
    archived: Number(row.archived),
    stale: Number(row.stale),
  }
}
