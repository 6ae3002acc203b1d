import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Reads the flags of a project that are not archived, by name. */
export function readProjectFlags(
  queries: Queries,
  project: string,
): Promise<{ name: string; stale: boolean }[]> {
  return queries
    .selectFrom('features')
    .select(['name', 'stale'])
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()
}

/** Finds which of the names are flags of any project that are not archived. */
export async function findActiveNames(queries: Queries, names: readonly string[]): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('features')
    .select('name')
    .where('archived_at', 'is', null)
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Reads the enabled environments of a project. */
export async function readProjectEnvironments(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('project_environments as pe')
    .innerJoin('environments as e', 'e.name', 'pe.environment')
    .select('e.name')
    .where('pe.project', '=', project)
    .where('e.enabled', '=', true)
    .orderBy('e.sort_order')
    .orderBy('e.name')
    .execute()
  return rows.map(({ name }) => name)
}
