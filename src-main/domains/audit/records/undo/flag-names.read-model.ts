import type { Parts } from '../../../../../src-shared/audit/undo/index.ts'
import type { Queries } from '../../../../store/queries.ts'
import { addFlagParts } from './flag-parts.read-model.ts'
import { readAllButFlags } from './read-now.ts'

/** Names of the flags of a project, archived ones included. */
export async function readFlagsOfProject(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('features')
    .select('name')
    .where('project', '=', project)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** Reads the whole instance as it is now. */
export async function readAllNow(queries: Queries): Promise<Parts> {
  const parts = await readAllButFlags(queries)
  const flags = await queries.selectFrom('features').select('name').orderBy('name').execute()
  await addFlagParts(
    queries,
    flags.map((flag) => flag.name),
    parts,
  )
  return parts
}
