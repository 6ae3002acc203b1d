import type { ProjectDora } from '#shared/projects/schemas/project-insights.ts'
import { STAGES } from '#shared/flags/schemas/lifecycle.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { readFirstEnabled } from '../projects/project-activity.read-model.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Reads the days from creation until first enabled in a production environment, for each flag that was
 * enabled there.
 */
export async function readDaysToProduction(
  queries: Queries,
  project: string,
): Promise<ProjectDora['features']> {
  const rows = await readFirstEnabled(queries, { flagsOf: project })
  return rows.map(({ name, createdAt, enabledAt }) => ({
    name,
    timeToProduction: rounded((Date.parse(enabledAt) - Date.parse(createdAt)) / DAY),
  }))
}

/** Tokens that open the project, also those that open all; segments of the project alone. */
export async function countResources(
  queries: Queries,
  project: string,
): Promise<{ apiTokens: number; segments: number }> {
  const { apiTokens } = await queries
    .selectFrom('api_tokens')
    .where((eb) =>
      eb.or([
        eb('secret', 'in', () =>
          eb.selectFrom('api_token_projects').select('secret').where('project', '=', project),
        ),
        eb('secret', 'not in', () => eb.selectFrom('api_token_projects').select('secret')),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('apiTokens'))
    .executeTakeFirstOrThrow()
  const { segments } = await queries
    .selectFrom('segments')
    .where('project', '=', project)
    .select((eb) => eb.fn.countAll<number>().as('segments'))
    .executeTakeFirstOrThrow()
  return { apiTokens: Number(apiTokens), segments: Number(segments) }
}

type Stage = (typeof STAGES)[number]

/**
 * Counts the flags of the project in each stage, and their average time in it. For flags that are still in a
 * stage, the time counts until now.
 */
export async function readStageSummary(
  queries: Queries,
  project: string,
  now: Date,
): Promise<(stage: Stage) => { averageDays: number | null; currentFlags: number }> {
  const rows = await queries
    .selectFrom('feature_lifecycle_stages as stages')
    .innerJoin('features', 'features.name', 'stages.feature_name')
    .select(['stages.feature_name as flag', 'stages.stage', 'stages.entered_at as at'])
    .where('features.project', '=', project)
    .execute()
  const stays: { stage: Stage; days: number }[] = []
  const current = new Map<string, number>()
  for (const reached of groupRows(rows, ({ flag }) => flag).values()) {
    reached.sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage))
    for (const [index, { stage, at }] of reached.entries()) {
      const left = reached[index + 1]
      const until = left ? Date.parse(left.at) : now.getTime()
      stays.push({ stage, days: (until - Date.parse(at)) / DAY })
      if (!left) current.set(stage, (current.get(stage) ?? 0) + 1)
    }
  }
  const staysOf = groupRows(stays, (stay) => stay.stage)
  return (stage) => ({
    averageDays: average((staysOf.get(stage) ?? []).map(({ days }) => days)),
    currentFlags: current.get(stage) ?? 0,
  })
}

/** Flags of the project that are archived: all, and since `since`. */
export async function countArchived(
  queries: Queries,
  project: string,
  since: string,
): Promise<{ currentFlags: number; last30Days: number }> {
  const rows = await queries
    .selectFrom('features')
    .select('archived_at as at')
    .where('project', '=', project)
    .where('archived_at', 'is not', null)
    .execute()
  return {
    currentFlags: rows.length,
    last30Days: rows.filter(({ at }) => at !== null && at >= since).length,
  }
}

/** Reads the users who created flags of the project, including archived flags. */
export async function readFlagCreatorIds(queries: Queries, project: string): Promise<number[]> {
  const rows = await queries
    .selectFrom('features')
    .select('created_by_user_id as id')
    .where('project', '=', project)
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

/** To a tenth. */
const rounded = (value: number) => Math.round(value * 10) / 10

/** The mean, to a tenth; null of nothing. */
export function average(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return rounded(values.reduce((sum, value) => sum + value, 0) / values.length)
}
