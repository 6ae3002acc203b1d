import { AppError } from '#kernel/app-error.ts'
import { ADMIN_TOKEN_USER_ID, type Actor } from '#kernel/caller.ts'
import { forEachIsolated } from '#runtime/in-steps.ts'
import { decideFor } from '#kernel/decide-for.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { StoreError } from '#store/store-errors.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import { applyChanges } from './apply-changes.ts'
import { inEvents, type ChangeRequestDetails, type StoredSchedule } from './change-request.ts'
import { readChangeRequests, setState } from './change-requests.store.ts'
import { findConflicts } from './conflicts.ts'
import { readDetails } from './details.read-model.ts'
import { permissionsToApply, type PermissionToApply } from './require-request.ts'
import { readPendingSchedules, saveSchedule } from './reviews.store.ts'

/**
 * Delay after which a scheduled request is reported as applied late, for example because the service was not
 * running.
 */
const LATE_AFTER_MS = 2 * 60_000

const LOST_RIGHTS: Readonly<Record<PermissionToApply, string>> = {
  APPLY_CHANGE_REQUEST: 'The user who scheduled it may no longer apply change requests here.',
  UPDATE_FEATURE_ENVIRONMENT: 'The user who scheduled it may no longer turn flags on or off here.',
  SKIP_CHANGE_REQUEST: 'Changes need an approval here now.',
}

/**
 * Applies the requests that are due, and suspends those that can no longer be applied. Each has its own
 * transaction, which also closes it. A request is therefore applied once, even if the service stops and
 * starts.
 */
export async function applyScheduled(runtime: Runtime): Promise<void> {
  const { store, logger } = runtime
  const pending = await readPendingSchedules(store.queries)
  await forEachIsolated(
    pending,
    { logger, what: 'a scheduled change request', idOf: (id) => id },
    async (id) => {
      if (await isToBeSettled(store.queries, id, runtime.clock.now())) await settleOrFail(runtime, id)
    },
  )
}

/** Checks without a transaction, because most requests are not due yet. */
async function isToBeSettled(queries: Queries, id: number, now: Date): Promise<boolean> {
  const found = await findScheduled(queries, id)
  if (!found) return false
  const { request, schedule } = found
  if (schedule.scheduledAt <= now.toISOString()) return true
  if (!(await findScheduler(queries, schedule))) return true
  return (await findConflicts(queries, request)).length > 0
}

async function settleOrFail(runtime: Runtime, id: number): Promise<void> {
  try {
    await writeAsSystem(runtime, (context) => settle(runtime, context, id))
  } catch (error) {
    // the store will accept writes again; any other error would recur every minute
    if (error instanceof StoreError) throw error
    const isForeseen = error instanceof AppError && error.status < 500
    if (!isForeseen)
      runtime.logger.error({ err: error, id }, 'a scheduled change request failed unexpectedly')
    const reason = isForeseen ? error.message : 'An unexpected error. The log of the service has the details.'
    await writeAsSystem(runtime, (context) => fail(context, id, reason))
  }
}

async function settle(runtime: Runtime, context: MutationContext, id: number): Promise<void> {
  const found = await findScheduled(context.everything, id)
  if (!found) return
  const { request, schedule } = found
  const actor = await findScheduler(context.everything, schedule)
  if (!actor) return suspend(context, request, schedule, 'The user who scheduled it has been deleted.')
  const { project, environment } = request
  for (const permission of await permissionsToApply(context.everything, request))
    if (!decideFor(runtime, actor, { anyOf: [permission], project, environment }).allowed)
      return suspend(context, request, schedule, LOST_RIGHTS[permission])
  const conflicts = await findConflicts(context.everything, request)
  if (conflicts.length > 0) return suspend(context, request, schedule, conflicts.join(' '))
  const { now } = context
  if (schedule.scheduledAt > now.toISOString()) return
  await applyAs(context, actor, request, schedule)
}

/** Applies a request as the user who scheduled it. */
async function applyAs(
  context: MutationContext,
  actor: Actor,
  request: ChangeRequestDetails,
  { scheduledAt }: StoredSchedule,
): Promise<void> {
  const { caller, everything, now } = context
  const applying: MutationContext = {
    ...context,
    caller: { ...caller, actor },
    record: (event) => context.record({ ...event, by: actor }),
  }
  await applyChanges(applying, request)
  await setState(everything, request.id, 'Applied', now.toISOString())
  const { data, ...place } = inEvents(request)
  const isLate = now.getTime() - Date.parse(scheduledAt) > LATE_AFTER_MS
  applying.record({
    type: 'change-request-scheduled-application-success',
    ...place,
    data: { ...data, scheduledAt, ...(isLate ? { late: true } : {}) },
  })
  applying.record({ type: 'change-request-applied', ...place, data })
}

async function suspend(
  context: MutationContext,
  request: ChangeRequestDetails,
  schedule: StoredSchedule,
  reason: string,
): Promise<void> {
  await saveSchedule(context.everything, request.id, { ...schedule, status: 'suspended', reason })
  const { data, ...place } = inEvents(request)
  context.record({ type: 'change-request-schedule-suspended', ...place, data: { ...data, reason } })
}

/**
 * Records the reason of a failure. The request stays scheduled until somebody schedules, applies or rejects
 * it.
 */
async function fail(context: MutationContext, id: number, reason: string): Promise<void> {
  const found = await findScheduled(context.everything, id)
  if (!found) return
  const { request, schedule } = found
  await saveSchedule(context.everything, id, { ...schedule, status: 'failed', reason })
  const { data, ...place } = inEvents(request)
  context.record({
    type: 'change-request-scheduled-application-failure',
    ...place,
    data: { ...data, scheduledAt: schedule.scheduledAt, reason },
  })
}

/** Finds the scheduled request, unless it has been closed since it was listed. */
async function findScheduled(
  queries: Queries,
  id: number,
): Promise<{ request: ChangeRequestDetails; schedule: StoredSchedule } | undefined> {
  const [request] = await readDetails(
    queries,
    await readChangeRequests(queries, { ids: [id], states: ['Scheduled'] }),
  )
  return request?.schedule?.status === 'pending' ? { request, schedule: request.schedule } : undefined
}

async function findScheduler(
  queries: Queries,
  { scheduledByUserId: id, scheduledBy: username }: StoredSchedule,
): Promise<Actor | undefined> {
  if (id === ADMIN_TOKEN_USER_ID) return { kind: 'admin-token', id, username }
  const user = await findUser(queries, id)
  return user && toActor(user)
}
