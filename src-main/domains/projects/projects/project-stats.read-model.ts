import type { ProjectOverview } from '#shared/projects/schemas/project.ts'
import type { Queries } from '#store/queries.ts'
import { countEvents, readFirstEnabled } from './project-activity.read-model.ts'
import { countMembersAdded } from './project-members.read-model.ts'

const DAY = 24 * 60 * 60 * 1000
const WINDOW_DAYS = 30

/** Reads the activity in a project in the last 30 days, and in the 30 days before. */
export async function readProjectStats(
  queries: Queries,
  now: Date,
  project: string,
): Promise<ProjectOverview['stats']> {
  const windowStart = daysBefore(now, WINDOW_DAYS)
  const pastStart = daysBefore(now, 2 * WINDOW_DAYS)
  const created = (from: string, to?: string) => countFeatures(queries, project, 'created_at', from, to)
  const archived = (from: string, to?: string) => countFeatures(queries, project, 'archived_at', from, to)
  const sinceWindowStart = await countEvents(queries, project, windowStart)
  return {
    avgTimeToProdCurrentWindow: await averageDaysToProduction(queries, project, windowStart),
    createdCurrentWindow: await created(windowStart),
    createdPastWindow: await created(pastStart, windowStart),
    archivedCurrentWindow: await archived(windowStart),
    archivedPastWindow: await archived(pastStart, windowStart),
    projectActivityCurrentWindow: sinceWindowStart,
    projectActivityPastWindow: (await countEvents(queries, project, pastStart)) - sinceWindowStart,
    projectMembersAddedCurrentWindow: await countMembersAdded(queries, project, windowStart),
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY).toISOString()

async function countFeatures(
  queries: Queries,
  project: string,
  column: 'created_at' | 'archived_at',
  from: string,
  to?: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom('features')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where(column, '>=', from)
    .$if(to !== undefined, (q) => q.where(column, '<', to ?? ''))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Mean days from the creation of a flag to its first enabling in production, of flags first enabled since `since`; 0: none. */
async function averageDaysToProduction(queries: Queries, project: string, since: string): Promise<number> {
  const flags = (await readFirstEnabled(queries, { eventsOf: project })).filter(
    ({ enabledAt }) => enabledAt >= since,
  )
  if (flags.length === 0) return 0
  const days = flags.map((flag) => (Date.parse(flag.enabledAt) - Date.parse(flag.createdAt)) / DAY)
  return Math.round((10 * days.reduce((sum, value) => sum + value, 0)) / days.length) / 10
}

/** Numbers of unarchived flags: all, marked stale, and potentially stale by age. */
export interface FlagCounts {
  total: number
  stale: number
  potentiallyStale: number
}

/**
 * Health in percent: 100 less the shares of stale and potentially stale flags; technical debt is the rest
 * (docs/contract/projects.md#shapes).
 */
export function healthOf({ total, stale, potentiallyStale }: FlagCounts): {
  health: number
  technicalDebt: number
} {
  const health = total === 0 ? 100 : Math.round(100 * (1 - (stale + potentiallyStale) / total))
  return { health, technicalDebt: 100 - health }
}
