interface Flag {
  name: string
  project: string
}

/** The flags with certain names, in their order, of those that are known. */
export function flagsNamed(names: readonly string[], known: readonly Flag[]): Flag[] {
  const byName = new Map(known.map(({ name, project }) => [name, { name, project }]))
  return names.flatMap((name) => byName.get(name) ?? [])
}

/** The flags of one project among those that are chosen. */
export interface ProjectFlags {
  projectId: string
  features: string[]
}

export function byProject(flags: readonly Flag[]): ProjectFlags[] {
  const projects = new Map<string, string[]>()
  for (const { project } of flags) projects.set(project, [])
  for (const { name, project } of flags) projects.get(project)?.push(name)
  return [...projects].map(([projectId, features]) => ({ projectId, features }))
}
