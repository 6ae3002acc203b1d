import { counted } from '../../figures.ts'
import { compositeKey } from '../../composite-key.ts'
import { definitionOf, PERMISSIONS, type Permission } from '../permissions/index.ts'
import { DEFAULT_PROJECT, type Grant, type AccessScope } from './grant.ts'

/** A permission that is held, and where. Without environment: in every one. */
export type HeldPermission = { permission: Permission } & AccessScope

/**
 * Computes the effective permissions of a set of grants: the union of the roles, with implied permissions.
 * Permissions already held in a wider scope are left out. An Admin holds only ADMIN.
 */
export function effectivePermissions(grants: readonly Grant[]): HeldPermission[] {
  const held = new Map<string, HeldPermission>()
  for (const grant of grants) {
    for (const { permission, environment } of grant.permissions) {
      if (permission === 'ADMIN') return [{ permission }]
      for (const name of [permission, ...includedIn(permission)]) {
        const one = placed(name, grant.project, environment)
        held.set(keyOf(one), one)
      }
    }
  }
  return [...held.values()].filter((one) => one.environment === undefined || !held.has(keyOf(inAll(one))))
}

function placed(permission: Permission, project: string | undefined, environment: string | undefined) {
  const { scope } = definitionOf(permission)
  if (scope === 'root') return { permission }
  const at = { permission, project: project ?? DEFAULT_PROJECT }
  return scope === 'environment' && environment !== undefined ? { ...at, environment } : at
}

const includedIn = (permission: Permission): Permission[] =>
  PERMISSIONS.filter((one) => one.includedIn === permission).map((one) => one.name)

const keyOf = ({ permission, project, environment }: HeldPermission) =>
  compositeKey(permission, project, environment)

export interface AccessDifference {
  lost: HeldPermission[]
  gained: HeldPermission[]
}

const areSame = (before: readonly Grant[], after: readonly Grant[]) =>
  before.length === after.length &&
  before.every(
    (grant, index) =>
      grant.permissions === after[index]?.permissions && grant.project === after[index].project,
  )

/** Compares two sets of grants: the permissions gained and lost. */
export function compareGrants(before: readonly Grant[], after: readonly Grant[]): AccessDifference {
  // most changes affect few users: skip the others without comparing their permissions
  if (areSame(before, after)) return { lost: [], gained: [] }
  const was = effectivePermissions(before)
  const is = effectivePermissions(after)
  // an Admin who is demoted loses permissions and gains none
  if (isAdmin(was) !== isAdmin(is)) return isAdmin(was) ? { lost: was, gained: [] } : { lost: [], gained: is }
  const covers = (all: readonly HeldPermission[]) => {
    const keys = new Set(all.map(keyOf))
    return (one: HeldPermission) => keys.has(keyOf(one)) || keys.has(keyOf(inAll(one)))
  }
  const had = covers(was)
  const has = covers(is)
  return { lost: was.filter((one) => !has(one)), gained: is.filter((one) => !had(one)) }
}

const isAdmin = (held: readonly HeldPermission[]) => held[0]?.permission === 'ADMIN'

const inAll = ({ environment: _environment, ...rest }: HeldPermission): HeldPermission => rest

/** A difference of many users in one sentence: "4 users lose 2 permissions, 1 user gains 3." */
export function summariseDifferences(differences: readonly AccessDifference[]): string {
  const part = (side: 'lost' | 'gained', [one, many]: [string, string]) => {
    const touched = differences.filter((difference) => difference[side].length > 0)
    if (touched.length === 0) return []
    const permissions = new Set(
      touched.flatMap((difference) => difference[side].map((held) => held.permission)),
    )
    const users = counted(touched.length, `user ${one}`, `users ${many}`)
    return [`${users} ${counted(permissions.size, 'permission')}`]
  }
  const parts = [...part('lost', ['loses', 'lose']), ...part('gained', ['gains', 'gain'])]
  return parts.length === 0 ? 'Nobody gains or loses anything.' : `${parts.join(', ')}.`
}
