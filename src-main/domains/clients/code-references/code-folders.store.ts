import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

/** Reads the code folders of a project, in their order. */
export async function readCodeFolders(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('project_code_folders')
    .select('folder')
    .where('project', '=', project)
    .orderBy('position')
    .execute()
  return rows.map(({ folder }) => folder)
}

/** Replaces the code folders of a project. */
export async function writeCodeFolders(
  queries: Queries,
  project: string,
  folders: readonly string[],
): Promise<void> {
  await queries.deleteFrom('project_code_folders').where('project', '=', project).execute()
  await insertAll(
    queries,
    'project_code_folders',
    folders.map((folder, position) => ({ project, position, folder })),
  )
}
