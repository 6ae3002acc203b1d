import type { Outputs } from '#lib/api.ts'

interface Crumb {
  label: string
  href?: string
}

/** Name of a project among those that one may see. */
export const projectName = (
  list: Pick<Outputs['getProjects'], 'projects'> | undefined,
  id: string,
): string | undefined => list?.projects.find((one) => one.id === id)?.name

/** Trail to a page of a project. Until the project's name is read its id stands for it. */
export const projectTrail = (id: string, name: string | undefined, ...below: Crumb[]): Crumb[] => [
  { label: 'Projects', href: '/projects' },
  { label: name ?? id, href: `/projects/${id}` },
  ...below,
]
