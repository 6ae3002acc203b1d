import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { notFound, relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { toJson } from '#store/json.ts'
import { requireActiveFeature } from '#domains/flags/features/features.store.ts'
import type { StoredChangeRequest } from './change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { placeOf } from './conflicts.ts'

/**
 * Refuses a change that could not be made as things are, and answers what it is about as it is now: what reviewers see,
 * and what must still be so when it is applied. `at` is where the change stands in the request's body.
 */
export async function examineChange(
  context: MutationContext,
  request: Pick<StoredChangeRequest, 'project' | 'environment'>,
  change: RequestedChange,
  at: string,
): Promise<string | null> {
  const kind = kindOf(change)
  const place = placeOf(request, change.feature)
  if (change.feature) await requireActiveFeature(context.visible, request.project, change.feature)
  const now = await kind.find?.(context.visible, place, change)
  if (kind.find && now === undefined) throw notFound(`Could not find the ${kind.noun} that is to be changed`)
  try {
    await kind.examine?.(context, place, change)
  } catch (error) {
    throw relocated(error, `${at}/payload`)
  }
  return now === undefined ? null : toJson(now)
}
