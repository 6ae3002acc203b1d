import { OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { inEvents } from './change-request.ts'
import { readChangeRequests, setState } from './change-requests.store.ts'

/**
 * Cancels what is still asked for in an environment of a project that loses it: it could never be applied. Who may take
 * the environment away need not be who may cancel the requests of others; each is told of by an event of its own.
 */
export async function cancelRequestsIn(
  context: MutationContext,
  place: { project: string; environment: string },
): Promise<number[]> {
  const { everything, now } = context
  const open = await readChangeRequests(everything, { ...place, states: OPEN_STATES })
  for (const request of open) {
    await setState(everything, request.id, 'Cancelled', now.toISOString())
    const { data, ...where } = inEvents(request)
    const reason = `The environment ${place.environment} was taken out of the project.`
    context.record({ type: 'change-request-cancelled', ...where, data: { ...data, reason } })
  }
  return open.map(({ id }) => id)
}
