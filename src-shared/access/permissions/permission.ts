/** Scope of a permission: everywhere, in one project, or in one environment of one project. */
export type PermissionScope = 'root' | 'project' | 'environment'

export interface PermissionDefinition {
  /** The constant on the wire. */
  name: string
  /** The words of the API (docs/contract/access.md#permissions). */
  displayName: string
  /** Group of the permission in the document's table. */
  group: string
  scope: PermissionScope
  /** The version a custom role can carry it since (document: "Feature availability by version"). */
  since: string
  /** A permission that includes this one (document: "included in Update project"). */
  includedIn?: 'UPDATE_PROJECT'
  /** Not to be put into a custom role. */
  assignable?: false
}
