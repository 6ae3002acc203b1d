import { slugOf } from '#shared/projects/rules/slug.ts'
import type { Queries } from '#store/queries.ts'
import { projectExists } from '#domains/access/places/places.read-model.ts'

/**
 * The id of a project whose creator named none: made of the name, numbered when taken
 * (docs/contract/projects.md#project-id).
 */
export async function freeProjectId(queries: Queries, name: string): Promise<string> {
  const slug = slugOf(name)
  for (let n = 0; ; n++) {
    const id = n === 0 ? slug : `${slug}-${n}`
    if (!(await projectExists(queries, id))) return id
  }
}
