import type { Path } from '#shared/audit/undo/index.ts'
import type { MutationContext } from '#kernel/use-case.ts'

/** Restores a part by the public operations. `undefined` stands for a part that does not exist. */
export type PartRestorer = (
  context: MutationContext,
  path: Path,
  now: unknown,
  goal: unknown,
) => Promise<void>
