import { ENVIRONMENT_PERMISSIONS, PROJECT_PERMISSIONS } from './project-permissions.ts'
import { type PermissionDefinition, ROOT_PERMISSIONS } from './root-permissions.ts'

export { type PermissionDefinition, type PermissionScope } from './root-permissions.ts'
export { ENVIRONMENT_PERMISSIONS, PROJECT_PERMISSIONS, ROOT_PERMISSIONS }
export {
  MEMBER_ROLE_ID,
  OWNER_ROLE_ID,
  PREDEFINED_ROLES,
  READER_ROLE_ID,
  type RoleType,
} from './predefined-roles.ts'

const CATALOGUE = [...ROOT_PERMISSIONS, ...PROJECT_PERMISSIONS, ...ENVIRONMENT_PERMISSIONS]

/** The name of a permission, as on the wire. */
export type Permission = (typeof CATALOGUE)[number]['name']

/** All permissions: the document's three tables. */
export const PERMISSIONS: readonly (PermissionDefinition & { name: Permission })[] = CATALOGUE

const BY_NAME: ReadonlyMap<string, PermissionDefinition> = new Map(CATALOGUE.map((p) => [p.name, p]))

export function isPermission(name: string): name is Permission {
  return BY_NAME.has(name)
}

export function definitionOf(name: Permission): PermissionDefinition {
  const definition = BY_NAME.get(name)
  if (!definition) throw new TypeError(`${name} is not in the catalogue of permissions`)
  return definition
}

/** The permissions of which any one satisfies `name`: itself, and what includes it (document: "included in Update project"). */
export function satisfiedBy(name: Permission): Permission[] {
  const { includedIn } = definitionOf(name)
  return includedIn ? [name, includedIn] : [name]
}

/**
 * The number of a permission on the wire (docs/contract/access.md#permissions): its place in the catalogue, ADMIN
 * being 1. The sources name
 * no numbers to keep to; a test pins these, so that they are the same on every instance and in every release.
 */
export function idOfPermission(name: Permission): number {
  return CATALOGUE.findIndex((one) => one.name === name) + 1
}

export function permissionOfId(id: number): Permission | undefined {
  return CATALOGUE[id - 1]?.name
}
