import { definitionOf, type Permission } from '../access/permissions/index.ts'
import type { Requirement } from '../access/rules/index.ts'
import type { RequestPlace } from './place.ts'

/** Requirement of an operation for an identified caller. The place of a permission is the operation's own. */
export type Access =
  /** Anybody that the audience lets in. */
  | { kind: 'audience' }
  | {
      kind: 'permission'
      anyOf: readonly Permission[]
      /** The number of a predefined role of projects that suffices too. */
      orRole?: number
    }

export const audienceOnly: Access = { kind: 'audience' }

/** Needs any one of the permissions at the place of the operation. */
export function needs(anyOf: Permission | readonly Permission[], orRole?: number): Access {
  return {
    kind: 'permission',
    anyOf: typeof anyOf === 'string' ? [anyOf] : anyOf,
    ...(orRole === undefined ? {} : { orRole }),
  }
}

/**
 * Lists what is required at a place; all of it is. Each requirement is as narrow as its permissions: one that holds in
 * the whole instance has no project, and only one of environments has an environment.
 */
export function requirementsAt(
  access: Access,
  { project, environments }: RequestPlace,
): readonly Requirement[] {
  if (access.kind === 'audience') return []
  const { anyOf, orRole } = access
  const scopes = new Set(anyOf.map((permission) => definitionOf(permission).scope))
  const inProject: Requirement = {
    anyOf,
    ...(project === undefined || (scopes.has('root') && scopes.size === 1) ? {} : { project }),
    ...(orRole === undefined ? {} : { orRole }),
  }
  if (!scopes.has('environment') || environments.length === 0) return [inProject]
  return environments.map((environment) => ({ ...inProject, environment }))
}
