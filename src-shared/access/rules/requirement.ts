import type { Permission } from '../permissions/index.ts'

/**
 * A root role's project permissions hold in this project alone (document: Editor;
 * docs/contract/access.md#evaluation).
 */
export const DEFAULT_PROJECT = 'default'

/** Place where a permission is needed. Root permissions have no place; the others name one explicitly. */
export interface Place {
  project?: string
  environment?: string
}

/** Requirement of an operation: any one of the permissions, at the place. */
export interface Requirement extends Place {
  anyOf: readonly Permission[]
  /** The number of a predefined role that suffices too, where it is held in the project, whatever it is listed to hold. */
  orRole?: number
}
