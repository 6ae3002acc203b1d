import type { Outputs } from '../../lib/api.ts'
import { ownersOf } from './owners.ts'

type Project = Outputs['projects']['list']['projects'][number]

/** The projects whose name, id, description or owner holds a text. */
export function findProjects(projects: readonly Project[], text: string): Project[] {
  const wanted = text.trim().toLowerCase()
  return projects.filter((project) =>
    [project.name, project.id, project.description ?? '', ownersOf(project.owners)].some((one) =>
      one.toLowerCase().includes(wanted),
    ),
  )
}
