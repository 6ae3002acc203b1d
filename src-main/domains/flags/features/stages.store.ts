import type { LifecycleStage, Stage, StageCounts } from '#shared/flags/schemas/lifecycle.ts'
import { STAGES } from '#shared/flags/schemas/lifecycle.ts'
import { inBatches } from '#store/in-batches.ts'
import { inList, inTexts } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'

/** Records that a flag has entered a stage. A stage entered before keeps its first date. */
export async function enterStage(
  queries: Queries,
  feature: string,
  stage: Stage,
  at: string,
  { status = null, value = null }: { status?: string | null; value?: string | null } = {},
): Promise<void> {
  await queries
    .insertInto('feature_lifecycle_stages')
    .values({ feature_name: feature, stage, status, status_value: value, entered_at: at })
    .onConflict((conflict) => conflict.columns(['feature_name', 'stage']).doNothing())
    .execute()
}

/**
 * Records the use of flags in an environment. They leave the first stage. If it is a production environment
 * and they are on in it, they are live (docs/contract/flags.md#stages).
 */
export async function noteUse(
  queries: Queries,
  features: readonly string[],
  environment: string,
  at: string,
): Promise<void> {
  await enterStages(queries, features, 'pre-live', at)
  if (features.length === 0) return
  const live = await queries
    .selectFrom('feature_environments as fe')
    .innerJoin('environments as e', 'e.name', 'fe.environment')
    .select('fe.feature_name as name')
    .where('e.name', '=', environment)
    .where('e.type', '=', 'production')
    .where('fe.enabled', '=', true)
    .where((eb) => inList(eb.ref('fe.feature_name'), features))
    .execute()
  await enterStages(
    queries,
    live.map(({ name }) => name),
    'live',
    at,
  )
}

/** Notes that flags have entered a stage; those that have been in it keep their first date. */
export async function enterStages(
  queries: Queries,
  features: readonly string[],
  stage: Stage,
  at: string,
): Promise<void> {
  await insertAll(
    queries,
    'feature_lifecycle_stages',
    features.map((name) => stageRow(name, stage, at)),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
}

/** Removes a stage from a flag. Returns whether the flag had it. */
export async function leaveStage(queries: Queries, feature: string, stage: Stage): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('feature_lifecycle_stages')
    .where('feature_name', '=', feature)
    .where('stage', '=', stage)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Resets flags to the initial stage. */
export async function restartStages(
  queries: Queries,
  features: readonly string[],
  at: string,
): Promise<void> {
  await inBatches(features, (names) => deleteStages(queries, { features: JSON.stringify(names) }))
  await insertAll(
    queries,
    'feature_lifecycle_stages',
    [...new Set(features)].map((name) => stageRow(name, 'initial', at)),
  )
}

const deleteStages = prepared((queries, { features }: { features: string }) =>
  queries.deleteFrom('feature_lifecycle_stages').where((eb) => inTexts(eb.ref('feature_name'), features)),
)

const stageRow = (feature_name: string, stage: Stage, entered_at: string) => ({
  ...{ feature_name, stage, status: null, status_value: null, entered_at },
})

/** The stages that flags have reached, each flag's in the order of the stages. */
export async function readStages(
  queries: Queries,
  features: readonly string[],
): Promise<Map<string, LifecycleStage[]>> {
  const stages = new Map<string, LifecycleStage[]>(features.map((name) => [name, []]))
  if (features.length === 0) return stages
  const rows = await queries
    .selectFrom('feature_lifecycle_stages')
    .selectAll()
    .where((eb) => inList(eb.ref('feature_name'), features))
    .execute()
  for (const row of rows.sort((a, b) => rankOf(a.stage) - rankOf(b.stage))) {
    stages.get(row.feature_name)?.push({
      stage: row.stage,
      ...(row.status === null ? {} : { status: row.status }),
      enteredStageAt: row.entered_at,
    })
  }
  return stages
}

/** Counts the flags by stage. A flag counts in the furthest stage it has reached. */
export async function countStages(queries: Queries): Promise<StageCounts> {
  const rows = await queries
    .selectFrom('feature_lifecycle_stages')
    .select(['feature_name', 'stage'])
    .execute()
  const furthest = new Map<string, number>()
  for (const { feature_name, stage } of rows)
    furthest.set(feature_name, Math.max(furthest.get(feature_name) ?? 0, rankOf(stage)))
  const counts = STAGES.map(() => 0)
  for (const rank of furthest.values()) counts[rank] = (counts[rank] ?? 0) + 1
  const [initial = 0, preLive = 0, live = 0, completed = 0, archived = 0] = counts
  return { initial, preLive, live, completed, archived }
}

const rankOf = (stage: Stage) => STAGES.indexOf(stage)
