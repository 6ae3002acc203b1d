import type { Path } from '#shared/audit/undo/index.ts'
import type { Queries } from '#store/queries.ts'

type Names = (queries: Queries) => Promise<{ name: string | number }[]>

const strategyTypes: Names = (queries) => queries.selectFrom('strategy_types').select('name').execute()

/** Lists the names of everything that has parts, by the kind that their paths begin with. */
const NAMES: Readonly<Record<string, Names>> = {
  'context-field': (queries) => queries.selectFrom('context_fields').select('name').execute(),
  environment: (queries) => queries.selectFrom('environments').select('name').execute(),
  'feature-type': (queries) => queries.selectFrom('feature_types').select('id as name').execute(),
  flag: (queries) => queries.selectFrom('features').select('name').execute(),
  group: (queries) => queries.selectFrom('groups').select('id as name').execute(),
  project: (queries) => queries.selectFrom('projects').select('id as name').execute(),
  role: (queries) => queries.selectFrom('roles').select('id as name').execute(),
  segment: (queries) => queries.selectFrom('segments').select('id as name').execute(),
  'strategy-type': strategyTypes,
  'strategy-type-deprecated': strategyTypes,
  // tags are parts of their type
  tag: (queries) => queries.selectFrom('tags').select('type as name').distinct().execute(),
  'tag-type': (queries) => queries.selectFrom('tag_types').select('name').execute(),
}

/** Lists everything that is there now, without its parts. */
export async function readOwners(queries: Queries): Promise<Path[]> {
  const owners: Path[] = []
  for (const [kind, read] of Object.entries(NAMES))
    for (const { name } of await read(queries)) owners.push([kind, String(name)])
  return owners
}

/** Lists a project and its flags, archived ones included. */
export async function readOwnersInProject(queries: Queries, project: string): Promise<Path[]> {
  const flags = await queries.selectFrom('features').select('name').where('project', '=', project).execute()
  return [['project', project], ...flags.map(({ name }): Path => ['flag', name])]
}
