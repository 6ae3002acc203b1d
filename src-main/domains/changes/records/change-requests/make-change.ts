import type { RequestedChange } from '../../../../../src-shared/changes/schemas/requested-change.ts'
import { relocated } from '../../../../kernel/app-error.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { StoredChangeRequest } from './change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { placeOf } from './conflicts.ts'
import { examineChange } from './examine-change.ts'

/**
 * Makes a change as a request for it would, and refuses what could not be asked for: to see what would come of it. `at`
 * is where the change stands in the body.
 */
export async function makeChange(
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
