import { AppError } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { countAdmins } from './access.store.ts'

/**
 * Nobody can lock the last Admin out. Asked inside the transaction, after the change: throws InvalidOperationError,
 * which takes the change back, if no person is Admin any more.
 */
export async function requireAdminLeft(queries: Queries): Promise<void> {
  if ((await countAdmins(queries)) > 0) return
  throw new AppError(
    'InvalidOperationError',
    'This would leave nobody with the Admin role. Make somebody else an Admin first.',
  )
}
