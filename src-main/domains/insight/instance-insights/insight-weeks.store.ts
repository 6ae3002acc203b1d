import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Figures of a project in a week. */
export interface ProjectFigures {
  flags: { total: number; stale: number; potentiallyStale: number }
  metrics: { yes: number; no: number; apps: number; flags: number; environments: number }
  newProductionFlags: number
  createdFlags: Record<string, number>
  archivedFlags: number
}

/** Figures of the instance in a week. */
export interface InstanceFigures {
  users: { total: number; active: number }
  /** Changes by the type of their environment. */
  updates: Record<string, number>
  /** Id of the newest event that is counted. */
  countedTo: number
}

/** Stands for the instance where a project would stand. */
export const INSTANCE = ''

export interface WeekRow<Figures> {
  project: string
  week: string
  date: string
  figures: Figures
}

/** Writes the figures of a week, in the place of those that were noted earlier in it. */
export async function saveWeek(
  queries: Queries,
  rows: readonly WeekRow<ProjectFigures | InstanceFigures>[],
): Promise<void> {
  await insertAll(
    queries,
    'insight_weeks',
    rows.map((row) => ({ ...row, figures: toJson(row.figures) })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['project', 'week']).doUpdateSet((eb) => ({
          date: eb.ref('excluded.date'),
          figures: eb.ref('excluded.figures'),
        })),
      ),
  )
}

/** Reads the figures of the instance in a week; undefined: none are noted yet. */
export async function findInstanceWeek(queries: Queries, week: string): Promise<InstanceFigures | undefined> {
  const row = await queries
    .selectFrom('insight_weeks')
    .select('figures')
    .where('project', '=', INSTANCE)
    .where('week', '=', week)
    .executeTakeFirst()
  return row && fromJson<InstanceFigures>(row.figures)
}

/** Reads figures of the instance between two instants, oldest first. */
export async function readInstanceWeeks(
  queries: Queries,
  from: string,
  to: string,
): Promise<WeekRow<InstanceFigures>[]> {
  const rows = await queries
    .selectFrom('insight_weeks')
    .selectAll()
    .where('project', '=', INSTANCE)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute()
  return rows.map((row) => ({ ...row, figures: fromJson<InstanceFigures>(row.figures) }))
}

/** Reads figures of projects between two instants: at most a number, the newest ones, oldest first. */
export async function readProjectWeeks(
  queries: Queries,
  from: string,
  to: string,
  most: number,
): Promise<WeekRow<ProjectFigures>[]> {
  const rows = await queries
    .selectFrom('insight_weeks')
    .selectAll()
    .where('project', '!=', INSTANCE)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date', 'desc')
    .orderBy('project')
    .limit(most)
    .execute()
  return rows.reverse().map((row) => ({ ...row, figures: fromJson<ProjectFigures>(row.figures) }))
}
