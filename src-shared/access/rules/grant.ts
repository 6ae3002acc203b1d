import type { Permission, RoleType } from '../permissions/index.ts'

/** Source of a caller's role. */
export type Provenance =
  | { kind: 'direct' }
  | { kind: 'group'; id: number; name: string }
  /** The root role that a group carries; its members have it everywhere. */
  | { kind: 'group-root-role'; id: number; name: string }

export interface GrantedPermission {
  permission: Permission
  /** Only this environment; absent: every one (or a permission that knows none). */
  environment?: string
}

/** One role that a caller holds, where it holds, and why. The unit that decisions are made of. */
export interface Grant {
  role: { id: number; name: string; type: RoleType }
  via: Provenance
  /** The project a project role holds in; absent for root roles. */
  project?: string
  permissions: readonly GrantedPermission[]
}

/** Subject of a decision: a user with roles, the instance's own admin token, or the system itself. */
export type Subject =
  | {
      kind: 'user'
      id: number
      name: string
      grants: readonly Grant[]
      /** Private projects that the user does not see (visibility.ts). */
      hidden?: ReadonlySet<string>
    }
  | { kind: 'admin-token'; name: string }
  | { kind: 'system' }

/**
 * A root role's project permissions hold in this project alone (document: Editor;
 * docs/contract/access.md#evaluation).
 */
export const DEFAULT_PROJECT = 'default'

/** Place where a permission is needed. Root permissions have no place; the others name one explicitly. */
export interface AccessScope {
  project?: string
  environment?: string
}

/** Requirement of an operation: any one of the permissions, at the place. */
export interface Requirement extends AccessScope {
  anyOf: readonly Permission[]
  /** The number of a predefined role that suffices too, where it is held in the project, whatever it is listed to hold. */
  orRole?: number
}
