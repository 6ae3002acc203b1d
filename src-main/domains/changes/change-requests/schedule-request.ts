import { badData } from '#kernel/app-error.ts'
import { nameOf, userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { inEvents, type ChangeRequestDetails } from './change-request.ts'
import { requireNoConflicts } from './conflicts.ts'
import { requireApplier } from './require-request.ts'
import { saveSchedule } from './reviews.store.ts'

/** Schedules a request to be applied as the caller. Throws unless they could apply it now. */
export async function scheduleRequest(
  context: MutationContext,
  request: ChangeRequestDetails,
  scheduledAt: string | undefined,
): Promise<'Scheduled'> {
  const { everything, caller, now } = context
  if (scheduledAt === undefined) throw badData('"scheduledAt" is required.', '/body/scheduledAt')
  if (scheduledAt <= now.toISOString())
    throw badData('"scheduledAt" must be in the future.', '/body/scheduledAt')
  await requireApplier(context, request)
  await requireNoConflicts(everything, request)
  await saveSchedule(everything, request.id, {
    scheduledAt,
    scheduledByUserId: userIdOf(caller.actor),
    scheduledBy: nameOf(caller.actor),
    status: 'pending',
    reason: null,
  })
  const { data, ...place } = inEvents(request)
  context.record({ type: 'change-request-scheduled', ...place, data: { ...data, scheduledAt } })
  return 'Scheduled'
}
