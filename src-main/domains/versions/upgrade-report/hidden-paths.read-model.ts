import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/**
 * Builds a check whether a path names a hidden project or one of its flags. Such paths are not shown to
 * callers who cannot see the project.
 */
export async function hiddenPaths(
  queries: Queries,
  hidden: ReadonlySet<string>,
): Promise<(path: string) => boolean> {
  if (hidden.size === 0) return () => false
  const flags = await queries
    .selectFrom('features')
    .select('name')
    .where((eb) => inList(eb.ref('project'), hidden))
    // a flag that was deleted is still in paths
    .unionAll((eb) =>
      eb
        .selectFrom('former_flags')
        .select('name')
        .where((inner) => inList(inner.ref('project'), hidden)),
    )
    .execute()
  const names = new Set([...hidden, ...flags.map(({ name }) => name)])
  return (path) => path.split('/').some((part) => names.has(decoded(part)))
}

/**
 * Decodes part of a path. Clients may send anything, so a part that cannot be decoded is returned as it is.
 */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
