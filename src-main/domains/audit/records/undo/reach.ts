import type { Path } from '../../../../../src-shared/audit/undo/index.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'

/** Makes a part what it should be, by the operations that everybody uses. `undefined`: it is not there, or should not be. */
export type Reach = (context: MutationContext, path: Path, now: unknown, goal: unknown) => Promise<void>
