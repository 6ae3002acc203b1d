import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredChangeRequest } from './change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { placeOf } from './conflicts.ts'
import { examineChange } from './examine-change.ts'

/**
 * Performs a change as its change request would, to preview the result. Rejects what could not be requested. `at`
 * is the path of the change in the body.
 */
export async function performChange(
  context: MutationContext,
  place: Pick<StoredChangeRequest, 'project' | 'environment'>,
  change: RequestedChange,
  at: string,
): Promise<void> {
  await examineChange(context, place, change, at)
  try {
    await kindOf(change).apply(context, placeOf(place, change.feature), change)
  } catch (error) {
    throw relocated(error, `${at}/payload`)
  }
}
