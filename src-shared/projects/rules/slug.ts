const MAX_LENGTH = 90

/**
 * A name in the characters of ids, for a project whose creator named none: `Größe & Co.` becomes `grosse-co`
 * (docs/contract/projects.md#project-id).
 */
export function slugOf(name: string): string {
  const slug = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_~]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? 'project' : slug
}
