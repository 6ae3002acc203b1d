import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type AnyRouter,
  type TRPCDefaultErrorShape,
} from '@trpc/server'

import { toExceptionReason } from '#shared/changes/policies/exception-reason.ts'
import type { RpcRequest, RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import { packAnswer } from '#shared/rpc/rpc-transformer.ts'
import type { RpcContext } from './init.ts'

export type RpcCall = Omit<Extract<RpcRequest, { kind: 'call' }>, 'kind' | 'id'> & {
  /** Ends the call; a subscription then sends nothing more. */
  signal: AbortSignal
}

export type RpcErrorShape = Extract<RpcResponse, { error: unknown }>['error']

/** Value of a subscription, or a change of the connection that it comes over. */
export type SubscriptionMessage = Extract<RpcResult, { type: 'data' | 'state' }>
type RpcResult = Extract<RpcResponse, { result: unknown }>['result']

/** Error of a call, in the form in which it crosses the wire. */
export class RpcFailure extends Error {
  readonly shape: RpcErrorShape

  constructor(shape: RpcErrorShape) {
    super(shape.message)
    this.shape = shape
  }
}

/** Whatever answers the calls of a page: the service in this process, or one elsewhere. */
export interface RpcResponder {
  /**
   * Returns the answer, packed for the wire; for a subscription an iterable of SubscriptionMessage. Rejects with
   * RpcFailure, and so does the iterable.
   */
  answer(call: RpcCall): Promise<unknown>
}

interface RouterOptions<Context> {
  router: () => AnyRouter
  createContext: (call: RpcCall) => Context | Promise<Context>
}

/** Makes a responder of a router in this process. */
export function routerResponder<Context extends object>({
  router,
  createContext,
}: RouterOptions<Context>): RpcResponder {
  return {
    answer: async (call) => {
      const { path, type, input, signal } = call
      let ctx: Context | undefined
      try {
        ctx = await createContext(call)
        const result: unknown = await callTRPCProcedure({
          router: router(),
          path,
          type,
          ctx,
          signal,
          batchIndex: 0,
          getRawInput: async () => input,
        })
        return type === 'subscription'
          ? messagesOf(result, (error) => failureOf(error, call, ctx))
          : packAnswer(result)
      } catch (cause) {
        throw failureOf(cause, call, ctx)
      }
    },
  }

  function failureOf(cause: unknown, { type, path, input }: RpcCall, ctx: Context | undefined): RpcFailure {
    const error = getTRPCErrorFromUnknown(cause)
    const { message, code, data } = getTRPCErrorShape({
      config: router()._def._config,
      error,
      type,
      path,
      input,
      ctx,
    }) as TRPCDefaultErrorShape
    return new RpcFailure({ message, code, data })
  }
}

/** Makes a responder of the service's router, with the first call. Its context carries whose view is wanted, and a reason for an exception. */
export const serviceResponder = (
  router: () => AnyRouter,
  createContext: () => Promise<RpcContext>,
): RpcResponder =>
  routerResponder({
    router,
    createContext: async ({ viewAs, policyException }) => {
      const context = await createContext()
      const reason = toExceptionReason(policyException)
      const caller = reason === undefined ? context.caller : { ...context.caller, policyException: reason }
      return { ...context, caller, viewAs }
    },
  })

/** Makes messages of the values of a subscription, and a failure of its error. */
async function* messagesOf(
  values: unknown,
  failureOf: (error: unknown) => RpcFailure,
): AsyncGenerator<SubscriptionMessage> {
  try {
    for await (const data of values as AsyncIterable<unknown>) yield { type: 'data', data }
  } catch (error) {
    throw failureOf(error)
  }
}
