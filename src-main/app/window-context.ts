import { findFirstAdmin, findUser } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import type { Actor, Caller } from '#kernel/caller.ts'
import type { Runtime } from '#kernel/execute.ts'
import { toAppError } from '#transport/http/error-reply.ts'
import { contextOf, type RpcContext } from '#transport/rpc/init.ts'

/** Makes the context of requests from the window: of the person signed in there, else of the first Admin. */
export async function windowContext(
  runtime: Runtime,
  personIn: () => number | undefined,
): Promise<RpcContext> {
  const { queries } = runtime.store
  /** The person signed in to the window, else the first Admin. */
  const whose = async () => {
    const id = personIn()
    return (id === undefined ? undefined : await findUser(queries, id)) ?? findFirstAdmin(queries)
  }
  const requestId = runtime.ids.uuid()
  const asAppError = (error: unknown) => toAppError(error, runtime.logger, requestId)
  return contextOf(async () => {
    const user = await whose()
    const actor: Actor = user ? toActor(user) : { kind: 'anonymous' }
    const isStillValid = async () => (await whose())?.id === user?.id
    const caller: Caller = { actor, requestId, isStillValid }
    return { runtime, caller, toAppError: asAppError }
  }, asAppError)
}
