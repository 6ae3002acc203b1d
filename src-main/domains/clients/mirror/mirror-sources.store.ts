import { fromJson, toJson } from '#store/json.ts'
import { inBatches } from '#store/in-batches.ts'
import { insertAll } from '#store/insert-all.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** A token of the upstream, and what came with it. */
export interface MirrorSource {
  /** Digest of the token. */
  id: string
  /** Address of the upstream that answered. */
  url: string
  environment: string
  projects: string[]
  etag: string | null
  /** Time of the last answer that brought a change, and of the last answer. */
  changedAt: string | null
  checkedAt: string | null
}

export async function readSources(queries: Queries): Promise<MirrorSource[]> {
  const rows = await queries.selectFrom('mirror_sources').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    environment: row.environment,
    projects: fromJson(row.projects),
    etag: row.etag,
    changedAt: row.changed_at,
    checkedAt: row.checked_at,
  }))
}

export async function saveSource(queries: Queries, source: MirrorSource): Promise<void> {
  const row = {
    url: source.url,
    environment: source.environment,
    projects: toJson(source.projects),
    etag: source.etag,
    changed_at: source.changedAt,
    checked_at: source.checkedAt,
  }
  await queries
    .insertInto('mirror_sources')
    .values({ id: source.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Deletes a source, with what it said of its flags. */
export async function deleteSource(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('mirror_sources').where('id', '=', id).execute()
}

/** Reads what a source last said of each flag, as JSON, by name. */
export async function readContents(queries: Queries, source: string): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('mirror_flags')
    .select(['name', 'content'])
    .where('source_id', '=', source)
    .execute()
  return new Map(rows.map(({ name, content }) => [name, content]))
}

export async function replaceContents(
  queries: Queries,
  source: string,
  { changed, gone }: { changed: ReadonlyMap<string, string>; gone: readonly string[] },
): Promise<void> {
  await inBatches([...changed.keys(), ...gone], (names) =>
    queries
      .deleteFrom('mirror_flags')
      .where('source_id', '=', source)
      .where((eb) => inList(eb.ref('name'), names))
      .execute(),
  )
  await insertAll(
    queries,
    'mirror_flags',
    [...changed].map(([name, content]) => ({ source_id: source, name, content })),
  )
}

/** Counts the flags of each source, as far as the caller may see them. */
export async function countContents(visible: Queries): Promise<Map<string, number>> {
  const rows = await visible
    .selectFrom('mirror_flags')
    .innerJoin('features', 'features.name', 'mirror_flags.name')
    .select(({ fn }) => ['mirror_flags.source_id as id', fn.countAll().as('count')])
    .groupBy('mirror_flags.source_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** Finds where flags are still known: by name, the environments of the sources that have them. */
export async function readPlaces(
  queries: Queries,
  names: readonly string[],
): Promise<Map<string, Set<string>>> {
  const places = new Map(names.map((name) => [name, new Set<string>()]))
  await inBatches(names, async (some) => {
    const rows = await queries
      .selectFrom('mirror_flags as f')
      .innerJoin('mirror_sources as s', 's.id', 'f.source_id')
      .select(['f.name', 's.environment'])
      .where((eb) => inList(eb.ref('f.name'), some))
      .execute()
    for (const { name, environment } of rows) places.get(name)?.add(environment)
  })
  return places
}

/** Finds a flag that no upstream has sent: one of this instance's own. */
export async function findOwnFlag(queries: Queries): Promise<string | undefined> {
  const own = await queries
    .selectFrom('features')
    .select('name')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mirror_flags')
            .select('source_id')
            .whereRef('mirror_flags.name', '=', 'features.name'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return own?.name
}
