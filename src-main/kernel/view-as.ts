import { notFound } from './app-error.ts'
import type { Caller } from './caller.ts'
import { decideFor, demandOf, type Runtime } from './execute.ts'

/**
 * The caller as somebody who sees the instance as another user does, and may change nothing meanwhile.
 * Throws PermissionError for who is no Admin, NotFoundError for a user who is not there.
 */
export async function callerViewing(runtime: Runtime, caller: Caller, userId: number): Promise<Caller> {
  demandOf(runtime, caller.actor, { anyOf: ['ADMIN'] })
  const actor = await runtime.actorOf(userId)
  if (!actor) throw notFound('No user found')
  const isStillValid = async () =>
    (await caller.isStillValid?.()) !== false &&
    decideFor(runtime, caller.actor, { anyOf: ['ADMIN'] }).allowed &&
    (await runtime.actorOf(userId)) !== undefined
  return { ...caller, actor, viewer: caller.actor, isStillValid }
}
