import type { ChangeAction } from '#shared/changes/schemas/requested-change.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { ChangeRequestDetails, StoredChange } from './change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { placeOf, requireNoConflicts } from './conflicts.ts'
import { scheduleWayBack } from './schedule-turning.ts'

/**
 * Makes all changes of a request, in the transaction of the caller: what throws takes all of them back. Each goes the
 * way of the operation that makes it directly, with its rules and its events.
 */
export async function applyChanges(context: MutationContext, request: ChangeRequestDetails): Promise<void> {
  await requireNoConflicts(context.everything, request)
  // an approved request that may be applied replaces the permissions for each change
  const applying: MutationContext = { ...context, demand: () => undefined }
  for (const { change } of inOrder(request.changes)) {
    try {
      await kindOf(change).apply(applying, placeOf(request, change.feature), change)
      if (change.action === 'updateEnabled') await scheduleWayBack(applying, request, change)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const about = `${change.feature ? `${change.feature}, ` : ''}${change.action}`
      throw new AppError(
        'ConflictError',
        `The change request cannot be applied. ${about}: ${error.message}`,
        { cause: error },
      )
    }
  }
}

/**
 * A flag is turned on or off when its strategies are as they are to be: else turning it on would bring the default
 * strategy of the project, which is for flags that have none. What is archived is so last.
 */
const LATER: Partial<Record<ChangeAction, number>> = { updateEnabled: 1, archiveFeature: 2 }

const inOrder = (changes: readonly StoredChange[]): StoredChange[] =>
  [...changes].sort((a, b) => (LATER[a.change.action] ?? 0) - (LATER[b.change.action] ?? 0))
