import type { Signal } from '#shared/signals/schemas/signal.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { nameOf, userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findSignalEndpoint, type StoredSignalEndpoint } from '../signal-endpoints/signal-endpoints.store.ts'
import type { SignalFeed } from './signal-updates.ts'
import { toSignal } from './signal.ts'
import { insertSignal } from './signals.store.ts'

/** Throws 404, and 409 for an endpoint that takes nothing from anybody. */
export async function requireOpenEndpoint(
  { everything }: MutationContext,
  id: number,
): Promise<StoredSignalEndpoint> {
  const endpoint = await findSignalEndpoint(everything, id)
  if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${id}`)
  if (!endpoint.enabled)
    throw new AppError('ConflictError', `The signal endpoint ${endpoint.name} is turned off`)
  return endpoint
}

/** Inserts a signal that a person sends. */
export async function insertAsCaller(
  { everything, caller, now, onCommit }: MutationContext,
  feed: SignalFeed,
  endpoint: StoredSignalEndpoint,
  { payload, replayOf }: { payload: unknown; replayOf: number | null },
): Promise<Signal> {
  const signal = await insertSignal(everything, {
    sourceId: endpoint.id,
    payload,
    replayOf,
    createdAt: now.toISOString(),
    sentByUserId: userIdOf(caller.actor),
    sentBy: nameOf(caller.actor),
  })
  onCommit(() => feed.publish({ kind: 'signal', id: signal.id, endpointId: endpoint.id }))
  return toSignal(signal)
}
