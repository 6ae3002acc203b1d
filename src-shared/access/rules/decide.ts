import { definitionOf, satisfiedBy, type Permission } from '../permissions/index.ts'
import {
  DEFAULT_PROJECT,
  type Grant,
  type GrantedPermission,
  type AccessScope,
  type Provenance,
  type Requirement,
  type Subject,
} from './grant.ts'

/** Reason why a role did, or did not, grant the needed permission. */
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
  /** The project that is asked about is private, and the caller no member: no role helps that is not held in it. */
  hidden?: true
  /** Smallest grant that would allow the operation. Present only if it is denied. */
  smallestGrant?: { permission: Permission } & AccessScope
}

/**
 * Decides whether a caller may do what needs `needed`, and says why. Effective rights are the union of all roles held,
 * so one granting role suffices (document: "Multiple project roles", "User group"). Pure; the only place that decides.
 */
export function decide(subject: Subject, needed: Requirement): Decision {
  if (subject.kind !== 'user') return { allowed: true, needed, reasons: [], authority: subject.kind }
  const accepted = acceptedFor(needed.anyOf)
  const reasons = subject.grants.map((grant) => judge(grant, needed, accepted))
  if (needed.project !== undefined && subject.hidden?.has(needed.project))
    return { allowed: false, needed, reasons, hidden: true, smallestGrant: smallestGrant(needed) }
  const allowed = reasons.some((reason) => reason.verdict === 'grants' || reason.verdict === 'admin')
  return allowed
    ? { allowed, needed, reasons }
    : { allowed, needed, reasons, smallestGrant: smallestGrant(needed) }
}

/**
 * Accepted permissions by an operation's list. The list is the same for every request, so it is computed
 * once.
 */
const ACCEPTED = new WeakMap<readonly Permission[], ReadonlySet<Permission>>()

/** Lists the permissions of which any one suffices, including those that imply a needed one. */
function acceptedFor(anyOf: readonly Permission[]): ReadonlySet<Permission> {
  const known = ACCEPTED.get(anyOf)
  if (known) return known
  const accepted = new Set(anyOf.flatMap(satisfiedBy))
  ACCEPTED.set(anyOf, accepted)
  return accepted
}

/** A role's permissions are one list for all who hold it: put in order once. */
const BY_NAME = new WeakMap<readonly GrantedPermission[], ReadonlyMap<Permission, GrantedPermission[]>>()

function permissionsByName(
  permissions: readonly GrantedPermission[],
): ReadonlyMap<Permission, GrantedPermission[]> {
  const known = BY_NAME.get(permissions)
  if (known) return known
  const byName = new Map<Permission, GrantedPermission[]>()
  for (const one of permissions) byName.set(one.permission, [...(byName.get(one.permission) ?? []), one])
  BY_NAME.set(permissions, byName)
  return byName
}

function judge(grant: Grant, needed: Requirement, accepted: ReadonlySet<Permission>): Reason {
  const { role, via, project } = grant
  const byName = permissionsByName(grant.permissions)
  const hasRole = needed.orRole === role.id && project !== undefined && project === needed.project
  let verdict: Verdict = byName.has('ADMIN') ? 'admin' : hasRole ? 'grants' : 'lacks-permission'
  // the best result of the role's permissions
  for (const name of accepted) {
    if (verdict === 'admin' || verdict === 'grants') break
    for (const held of byName.get(name) ?? []) verdict = better(verdict, judgePermission(grant, held, needed))
  }
  return {
    role: { id: role.id, name: role.name },
    via,
    ...(project === undefined ? {} : { project }),
    verdict,
  }
}

const RANK: Readonly<Record<Verdict, number>> = {
  'lacks-permission': 0,
  'other-project': 1,
  'other-environment': 2,
  grants: 3,
  admin: 4,
}

const better = (one: Verdict, other: Verdict): Verdict => (RANK[other] > RANK[one] ? other : one)

function judgePermission(grant: Grant, held: GrantedPermission, needed: Requirement): Verdict {
  if (!holdsInProject(grant, held, needed)) return 'other-project'
  return holdsInEnvironment(held, needed) ? 'grants' : 'other-environment'
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
  // the most specific permission is the smallest grant
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
