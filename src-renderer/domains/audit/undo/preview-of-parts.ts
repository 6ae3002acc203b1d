import type { ChangedPart } from '#shared/audit/schemas/undo.ts'

/** Effect of a change of parts of the configuration, before it is made. */
export interface PreviewOfParts {
  changes: readonly ChangedPart[]
  /** Error that the change would get. */
  refusal: { message: string } | null
}
