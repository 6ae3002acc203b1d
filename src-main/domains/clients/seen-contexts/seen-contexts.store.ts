import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import type { NormalContext } from './normalise-context.ts'

/**
 * Kind of request that brought a context: one that evaluates all flags, one that names its flag, or a person's try.
 * `unknown`: kept by a version that did not note it.
 */
export type ContextOrigin = 'all-flags' | 'one-flag' | 'playground' | 'unknown'

export interface StoredSeenContext {
  /** A hash of environment and context, a colon, the projects, a colon, the origin. */
  readonly id: string
  readonly environment: string
  readonly projects: readonly string[]
  readonly context: NormalContext
  readonly origin: ContextOrigin
  /** SDK that sent it last, as it names itself. */
  sdk: string | null
  count: number
  readonly firstSeen: string
  lastSeen: string
}

const ORIGINS: readonly ContextOrigin[] = ['all-flags', 'one-flag', 'playground']

/** All of them, those seen last at the end. */
export async function readSeenContexts(queries: Queries): Promise<StoredSeenContext[]> {
  const rows = await queries
    .selectFrom('seen_contexts')
    .selectAll()
    .orderBy('last_seen')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    environment: row.environment,
    projects: fromJson(row.projects),
    context: fromJson(row.context),
    origin: ORIGINS.find((origin) => origin === row.origin) ?? 'unknown',
    sdk: row.sdk,
    count: row.count,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
  }))
}

/** Adds contexts, or says of those that are there how often they were seen, and when last. */
export async function writeSeenContexts(
  queries: Queries,
  contexts: readonly StoredSeenContext[],
): Promise<void> {
  await insertAll(
    queries,
    'seen_contexts',
    contexts.map(({ id, environment, projects, context, origin, sdk, count, firstSeen, lastSeen }) => ({
      id,
      environment,
      projects: toJson(projects),
      context: toJson(context),
      origin,
      sdk,
      count,
      first_seen: firstSeen,
      last_seen: lastSeen,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          count: eb.ref('excluded.count'),
          last_seen: eb.ref('excluded.last_seen'),
          sdk: eb.ref('excluded.sdk'),
        })),
      ),
  )
}

export async function deleteSeenContexts(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await queries
    .deleteFrom('seen_contexts')
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
}

export async function forgetSeenContexts(queries: Queries): Promise<void> {
  await queries.deleteFrom('seen_contexts').execute()
}

/** Time until which contexts may be missing, by environment. */
export async function readContextGaps(queries: Queries): Promise<Map<string, string>> {
  const rows = await queries.selectFrom('seen_context_gaps').selectAll().execute()
  return new Map(rows.map(({ environment, last_gap }) => [environment, last_gap]))
}

/** Writes when contexts were last left out; null: the environment is gone. A later time of another process stays. */
export async function writeContextGaps(
  queries: Queries,
  gaps: ReadonlyMap<string, string | null>,
): Promise<void> {
  const gone = [...gaps].flatMap(([environment, at]) => (at === null ? environment : []))
  if (gone.length > 0)
    await queries
      .deleteFrom('seen_context_gaps')
      .where((eb) => inList(eb.ref('environment'), gone))
      .execute()
  await insertAll(
    queries,
    'seen_context_gaps',
    [...gaps].flatMap(([environment, at]) => (at === null ? [] : { environment, last_gap: at })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .column('environment')
          .doUpdateSet((eb) => ({ last_gap: eb.ref('excluded.last_gap') }))
          .whereRef('excluded.last_gap', '>', 'seen_context_gaps.last_gap'),
      ),
  )
}

const SETTING = 'seen-contexts'

/** They are kept unless somebody has said otherwise. */
export async function readIsEnabled(queries: Queries): Promise<boolean> {
  return (await readSetting<{ enabled: boolean }>(queries, SETTING))?.enabled ?? true
}

export async function writeIsEnabled(queries: Queries, enabled: boolean): Promise<void> {
  await writeSetting(queries, SETTING, { enabled })
}
