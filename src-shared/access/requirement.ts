import type { Permission } from '../permissions/index.ts'

/** Where a permission is needed. Root permissions have no place; the others name one, explicitly. */
export interface Place {
  project?: string
  environment?: string
}

/** What an operation demands of its caller: any one of the permissions, at the place. */
export interface Requirement extends Place {
  anyOf: readonly Permission[]
}
