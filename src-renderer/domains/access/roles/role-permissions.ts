import {
  isPermission,
  PERMISSIONS,
  type PermissionDefinition,
  type Permission,
} from '#shared/access/permissions/index.ts'
import type { PermissionItem } from '#shared/access/schemas/role.ts'

/** Permission of a role as one text: its name, and after an @ its environment. */
export type PermissionKey = string

export const keyOf = (name: string, environment?: string | null): PermissionKey =>
  environment ? `${name}@${environment}` : name

export function fromKey(key: PermissionKey): { name: Permission; environment?: string } {
  const [name = '', ...rest] = key.split('@')
  if (!isPermission(name)) throw new TypeError(`${name} is not a permission`)
  return { name, ...(rest.length === 0 ? {} : { environment: rest.join('@') }) }
}

/** Converts keys to the permissions to send, in the order of the catalogue. */
export function toItems(keys: readonly PermissionKey[]): (PermissionItem & { name: Permission })[] {
  const order = new Map(PERMISSIONS.map(({ name }, index) => [name, index]))
  return keys.map(fromKey).sort((one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0))
}

export interface PermissionGroup {
  label: string
  permissions: { name: Permission; displayName: string; isInUpdateProject: boolean }[]
}

/** Lists the permissions a custom role can hold in a scope: the document's tables, by group. */
export function permissionGroups(scope: 'root' | 'project' | 'environment', search = ''): PermissionGroup[] {
  const wanted = search.trim().toLowerCase()
  const groups = new Map<string, PermissionGroup>()
  for (const one of PERMISSIONS) {
    if (one.scope !== scope || one.assignable === false) continue
    if (!`${one.displayName} ${one.name} ${one.group}`.toLowerCase().includes(wanted)) continue
    const group = groups.get(one.group) ?? { label: one.group, permissions: [] }
    const { name, displayName } = one
    group.permissions.push({ name, displayName, isInUpdateProject: one.includedIn === 'UPDATE_PROJECT' })
    groups.set(one.group, group)
  }
  return [...groups.values()]
}

export type Comparison = Record<'left' | 'both' | 'right', PermissionKey[]>

/** Compares two roles: permissions of both, and permissions of only one. */
export function compareRoles(left: readonly PermissionKey[], right: readonly PermissionKey[]): Comparison {
  return {
    left: left.filter((key) => !right.includes(key)),
    both: left.filter((key) => right.includes(key)),
    right: right.filter((key) => !left.includes(key)),
  }
}

const DEFINITIONS = new Map<string, PermissionDefinition>(PERMISSIONS.map((one) => [one.name, one]))

export interface PermissionLine {
  name: string
  displayName: string
  environments: string[]
}

export interface PermissionLines {
  label: string
  lines: PermissionLine[]
}

/** Groups lines as the editor of roles does. */
export function groupLines(lines: readonly PermissionLine[]): PermissionLines[] {
  const groups = new Map<string, PermissionLines>()
  for (const line of lines) {
    const label = DEFINITIONS.get(line.name)?.group ?? ''
    const group = groups.get(label) ?? { label, lines: [] }
    group.lines.push(line)
    groups.set(label, group)
  }
  return [...groups.values()]
}

/** Keys as lines to read: one for each permission, with the environments it is held in. */
export function toLines(keys: readonly PermissionKey[]): PermissionLine[] {
  const lines = new Map<string, PermissionLine>()
  for (const { name, environment } of toItems(keys)) {
    const displayName = DEFINITIONS.get(name)?.displayName ?? name
    const line = lines.get(name) ?? { name, displayName, environments: [] }
    if (environment) line.environments.push(environment)
    lines.set(name, line)
  }
  return [...lines.values()]
}

/** Permissions that a suggested description names. */
const NAMED = 2

/** Describes permissions in one line: "Create feature flags, Update feature flags in production and 3 more". */
export function describePermissions(keys: readonly PermissionKey[]): string {
  const all = toLines(keys).map(({ displayName, environments }) =>
    environments.length === 0 ? displayName : `${displayName} in ${environments.join(', ')}`,
  )
  const more = all.length - NAMED
  return more > 0 ? `${all.slice(0, NAMED).join(', ')} and ${more} more` : all.join(', ')
}
