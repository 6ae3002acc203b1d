import type { Grant } from './grant.ts'

export type CollaborationMode = 'open' | 'protected' | 'private'

/** The predefined root roles that see every project, also when a group hands them on. */
const SEE_ALL: readonly string[] = ['Admin', 'Editor']

/**
 * Checks whether a user sees a project (docs/contract/projects.md#collaboration-modes; document:
 * "collaboration mode"). Members see a private project, through any role or group. Admins, Editors and users
 * with a custom root role of their own see it too; a custom root role from a group does not count. Pure; the
 * only place with this rule.
 */
export function seesProject(
  grants: readonly Grant[],
  { id, mode }: { id: string; mode: CollaborationMode },
): boolean {
  return mode !== 'private' || grants.some((grant) => grant.project === id || seesEverything(grant))
}

/** A private project that was deleted, and whose id another project has now. */
export interface FormerProject {
  id: string
  /** Event of its deletion: what was before belongs to it. */
  until: number
}

/** Ids of the projects that a caller does not see, and those that others had before projects that the caller sees. */
export interface HiddenProjects extends ReadonlySet<string> {
  readonly former?: readonly FormerProject[]
}

/** Checks whether a caller sees everything. */
export const hidesNothing = ({ size, former = [] }: HiddenProjects): boolean => size + former.length === 0

/** Lists the private projects that a user does not see. Roles in a project are none in the one that had its id before. */
export function hiddenProjects(
  grants: readonly Grant[],
  privateProjects: readonly string[],
  formerProjects: readonly FormerProject[] = [],
): HiddenProjects {
  const ids = new Set(privateProjects.filter((id) => !seesProject(grants, { id, mode: 'private' })))
  return Object.assign(ids, { former: grants.some(seesEverything) ? [] : formerProjects })
}

function seesEverything({ role, via, project }: Grant): boolean {
  if (project !== undefined) return false
  if (role.type === 'root-custom') return via.kind === 'direct'
  return role.type === 'root' && SEE_ALL.includes(role.name)
}
