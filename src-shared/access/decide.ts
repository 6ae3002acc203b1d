import { definitionOf, satisfiedBy, type Permission } from '../permissions/index.ts'
import type { Grant, GrantedPermission, Provenance, Subject } from './grant.ts'
import type { Place, Requirement } from './requirement.ts'

/** A root role's project permissions hold in this project alone (document: Editor; semantics.md 1.3). */
const DEFAULT_PROJECT = 'default'

/** Why one role did, or did not, give what was needed. */
export type Verdict = 'grants' | 'admin' | 'lacks-permission' | 'other-project' | 'other-environment'

export interface Reason {
  role: { id: number; name: string }
  via: Provenance
  project?: string
  verdict: Verdict
}

export interface Decision {
  allowed: boolean
  needed: Requirement
  /** Every role considered, in the order held; `authority` instead for callers that need no role. */
  reasons: readonly Reason[]
  authority?: 'admin-token' | 'system'
  /** For a refusal: the least that would turn it into a permission. */
  smallestGrant?: { permission: Permission } & Place
}

/**
 * Decides whether a caller may do what needs `needed`, and says why. Effective rights are the union of all roles held,
 * so one granting role suffices (document: "Multiple project roles", "User group"). Pure; the only place that decides.
 */
export function decide(subject: Subject, needed: Requirement): Decision {
  if (subject.kind !== 'user') return { allowed: true, needed, reasons: [], authority: subject.kind }
  const reasons = subject.grants.map((grant) => judge(grant, needed))
  const allowed = reasons.some((reason) => reason.verdict === 'grants' || reason.verdict === 'admin')
  return allowed
    ? { allowed, needed, reasons }
    : { allowed, needed, reasons, smallestGrant: smallestGrant(needed) }
}

function judge(grant: Grant, needed: Requirement): Reason {
  const { role, via, project } = grant
  const reason = (verdict: Verdict): Reason => ({
    role: { id: role.id, name: role.name },
    via,
    ...(project === undefined ? {} : { project }),
    verdict,
  })
  if (grant.permissions.some((held) => held.permission === 'ADMIN')) return reason('admin')
  const accepted = new Set(needed.anyOf.flatMap(satisfiedBy))
  const held = grant.permissions.filter(({ permission }) => accepted.has(permission))
  if (held.length === 0) return reason('lacks-permission')
  const here = held.filter((permission) => holdsInProject(grant, permission, needed))
  if (here.length === 0) return reason('other-project')
  return reason(
    here.some((permission) => holdsInEnvironment(permission, needed)) ? 'grants' : 'other-environment',
  )
}

function holdsInProject(grant: Grant, { permission }: GrantedPermission, needed: Requirement): boolean {
  if (definitionOf(permission).scope === 'root') return true
  const project = grant.project ?? DEFAULT_PROJECT
  return needed.project === undefined || needed.project === project
}

function holdsInEnvironment({ permission, environment }: GrantedPermission, needed: Requirement): boolean {
  if (definitionOf(permission).scope !== 'environment' || environment === undefined) return true
  return needed.environment === undefined || needed.environment === environment
}

function smallestGrant(needed: Requirement): Decision['smallestGrant'] {
  // the most specific permission gives away the least
  const rank = { environment: 0, project: 1, root: 2 }
  const narrowest = [...needed.anyOf].sort(
    (a, b) => rank[definitionOf(a).scope] - rank[definitionOf(b).scope],
  )
  const permission = narrowest.find((name) => name !== 'ADMIN') ?? 'ADMIN'
  const { scope } = definitionOf(permission)
  return {
    permission,
    ...(scope !== 'root' && needed.project !== undefined ? { project: needed.project } : {}),
    ...(scope === 'environment' && needed.environment !== undefined
      ? { environment: needed.environment }
      : {}),
  }
}
