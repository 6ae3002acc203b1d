import type { Queries } from '../../store/queries.ts'
import { projectExists } from '../projects/index.ts'

const MAX_LENGTH = 90

/** The id of a project whose creator named none: the name in the characters of ids, numbered when taken (semantics.md 3.2). */
export async function freeProjectId(queries: Queries, name: string): Promise<string> {
  const slug = slugOf(name)
  for (let n = 0; ; n++) {
    const id = n === 0 ? slug : `${slug}-${n}`
    if (!(await projectExists(queries, id))) return id
  }
}

/** `Größe & Co.` becomes `grosse-co`: letters without their marks, all else a hyphen. */
export function slugOf(name: string): string {
  const slug = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_~]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}
