import { inList } from '../../../../store/in-list.ts'
import type { Queries } from '../../../../store/queries.ts'

/** Whether a path names one of these projects, or a flag of theirs: such are not shown to who does not see them. */
export async function hiddenPaths(
  queries: Queries,
  hidden: ReadonlySet<string>,
): Promise<(path: string) => boolean> {
  if (hidden.size === 0) return () => false
  const flags = await queries
    .selectFrom('features')
    .select('name')
    .where((eb) => inList(eb.ref('project'), hidden))
    .execute()
  const names = new Set([...hidden, ...flags.map(({ name }) => name)])
  return (path) => path.split('/').some((part) => names.has(decoded(part)))
}

/** A path that was sent may be anything: what cannot be decoded is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
