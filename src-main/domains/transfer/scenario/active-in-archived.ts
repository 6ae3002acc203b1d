import type { Scenario } from '#shared/transfer/schemas/scenario.ts'
import type { CurrentScenario } from './read-scenario.ts'
import type { Fault } from './scenario-fault.ts'

/** Finds flags and action sets of archived projects that are not archived, or not off. */
export function activeInArchived(scenario: Scenario, { items }: Pick<CurrentScenario, 'items'>): Fault[] {
  const archived = new Map([
    ...(items.projects ?? []).map((one) => [one.id, one.archived ?? false] as const),
    ...(scenario.projects ?? []).map((one) => [one.id, one.archived ?? false] as const),
  ])
  const places = new Map(items.flags?.map(({ name, project }) => [name, project]))
  const isArchived = (project: string) => archived.get(project) === true
  const flags = (scenario.flags ?? []).flatMap((flag, at): Fault[] => {
    const project = flag.project ?? places.get(flag.name) ?? 'default'
    if (flag.archived || !isArchived(project)) return []
    return [
      {
        path: ['flags', at, 'name'],
        message: `The project "${project}" is archived: archive the flag too, or name the project without archived`,
      },
    ]
  })
  const sets = (scenario.actionSets ?? []).flatMap(({ project, enabled }, at): Fault[] =>
    enabled && isArchived(project)
      ? [
          {
            path: ['actionSets', at, 'enabled'],
            message: `The project "${project}" is archived: its action sets are off`,
          },
        ]
      : [],
  )
  return [...flags, ...sets]
}
