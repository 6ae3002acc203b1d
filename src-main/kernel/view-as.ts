import { notFound } from './app-error.ts'
import type { Caller } from './caller.ts'
import { decideFor, requirePermission } from './decide-for.ts'
import type { Runtime } from './execute.ts'

/**
 * Creates a read-only caller that sees the instance as another user does. Throws PermissionError if the
 * caller is not an Admin, NotFoundError if the user does not exist.
 */
export async function callerViewing(runtime: Runtime, caller: Caller, userId: number): Promise<Caller> {
  requirePermission(runtime, caller.actor, { anyOf: ['ADMIN'] })
  const actor = await runtime.actorOf(userId)
  if (!actor) throw notFound('No user found')
  const isStillValid = async () =>
    (await caller.isStillValid?.()) !== false &&
    decideFor(runtime, caller.actor, { anyOf: ['ADMIN'] }).allowed &&
    (await runtime.actorOf(userId)) !== undefined
  return { ...caller, actor, viewer: caller.actor, isStillValid }
}
