import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import type { NormalContext } from './normalise-context.ts'

export interface StoredSeenContext {
  /** A hash of environment and context, a colon, the projects. */
  readonly id: string
  readonly environment: string
  readonly projects: readonly string[]
  readonly context: NormalContext
  count: number
  readonly firstSeen: string
  lastSeen: string
}

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
    contexts.map(({ id, environment, projects, context, count, firstSeen, lastSeen }) => ({
      id,
      environment,
      projects: toJson(projects),
      context: toJson(context),
      count,
      first_seen: firstSeen,
      last_seen: lastSeen,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          count: eb.ref('excluded.count'),
          last_seen: eb.ref('excluded.last_seen'),
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

const SETTING = 'seen-contexts'

/** They are kept unless somebody has said otherwise. */
export async function readIsEnabled(queries: Queries): Promise<boolean> {
  return (await readSetting<{ enabled: boolean }>(queries, SETTING))?.enabled ?? true
}

export async function writeIsEnabled(queries: Queries, enabled: boolean): Promise<void> {
  await writeSetting(queries, SETTING, { enabled })
}
