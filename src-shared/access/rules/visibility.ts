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

/** Lists the private projects that a user does not see. */
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
