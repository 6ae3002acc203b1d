import { isArchived, type PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'

interface ArchivedProjects {
  /** Projects to revive before the steps: nothing can be changed in an archived one. */
  revived: string[]
  /** Projects to archive after the steps, those that are archived again included. */
  archived: string[]
}

/** Finds the projects to revive and to archive around some steps. */
export function archivedProjects(
  steps: readonly PlannedStep[],
  now: readonly { id: string; archived?: boolean | undefined }[],
): ArchivedProjects {
  const own = new Map(steps.filter(({ list }) => list === 'projects').map((step) => [step.name, step]))
  const touched = new Set(steps.flatMap(projectsOf))
  const revived = now.filter(({ id, archived }) => archived && touched.has(id)).map(({ id }) => id)
  return {
    revived,
    archived: [
      ...revived.filter((id) => !own.has(id)),
      ...[...own.values()].filter(({ after }) => isArchived(after)).map(({ name }) => name),
    ],
  }
}

/** Lists the projects in which a step changes something. A project that is deleted can stay archived. */
function projectsOf({ list, name, action, before, after }: PlannedStep): string[] {
  if (list === 'projects') return action === 'delete' ? [] : [name]
  return [before, after].flatMap((item) => {
    if (typeof item !== 'object' || item === null) return []
    const one = 'project' in item && typeof item.project === 'string' ? [item.project] : []
    const several: unknown[] = 'projects' in item && Array.isArray(item.projects) ? item.projects : []
    return [...one, ...several.filter((id) => typeof id === 'string')]
  })
}
