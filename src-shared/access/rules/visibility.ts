import type { Grant } from './grant.ts'

export type CollaborationMode = 'open' | 'protected' | 'private'

/** The predefined root roles that see every project, also when a group hands them on. */
const SEE_ALL: readonly string[] = ['Admin', 'Editor']

/**
 * Whether somebody sees a project (docs/contract/projects.md#collaboration-modes; document: "collaboration mode"). A
 * private one is seen by its
 * members, through whatever role and group, and by who works on the whole instance: Admins, Editors, and who holds a
 * custom root role by oneself; one that comes through a group does not count. Pure; the only place that says so.
 */
export function seesProject(
  grants: readonly Grant[],
  { id, mode }: { id: string; mode: CollaborationMode },
): boolean {
  return mode !== 'private' || grants.some((grant) => grant.project === id || seesEverything(grant))
}

/** Those of the private projects that somebody does not see. */
export function hiddenProjects(
  grants: readonly Grant[],
  privateProjects: readonly string[],
): ReadonlySet<string> {
  return new Set(privateProjects.filter((id) => !seesProject(grants, { id, mode: 'private' })))
}

function seesEverything({ role, via, project }: Grant): boolean {
  if (project !== undefined) return false
  if (role.type === 'root-custom') return via.kind === 'direct'
  return role.type === 'root' && SEE_ALL.includes(role.name)
}
