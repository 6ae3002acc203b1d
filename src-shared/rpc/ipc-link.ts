import { TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'

import { toExceptionReason } from '../changes/policies/exception-reason.ts'
import type { RpcBridge, RpcResponse } from './ipc-protocol.ts'
import { unpackAnswer } from './rpc-transformer.ts'

/** Neither op.id nor a count of each link: the clients of a page share one bridge. */
let lastId = 0

/**
 * The last link of a tRPC client, over the preload's bridge: queries, mutations and subscriptions.
 * `viewAs`: the user as whom each call is to see the instance.
 */
export function ipcLink<R extends AnyTRPCRouter>(
  bridge: RpcBridge,
  viewAs: () => number | undefined = () => undefined,
): TRPCLink<R> {
  return () => {
    const waiting = new Map<number, (message: RpcResponse) => void>()
    bridge.onMessage((message) => waiting.get(message.id)?.(message))
    return ({ op }) =>
      observable((observer) => {
        const id = ++lastId
        const finish = () => waiting.delete(id)
        const stop = () => {
          if (finish()) bridge.send({ kind: 'stop', id })
        }
        waiting.set(id, (message) => {
          if ('error' in message) {
            finish()
            return observer.error(TRPCClientError.from(message as Parameters<typeof TRPCClientError.from>[0]))
          }
          const isLast = op.type !== 'subscription' || message.result.type === 'stopped'
          if (isLast) finish()
          observer.next({ result: received(message.result) })
          if (isLast) observer.complete()
        })
        op.signal?.addEventListener('abort', stop, { once: true })
        const as = viewAs()
        const policyException = toExceptionReason(op.context['policyException'])
        bridge.send({
          kind: 'call',
          id,
          type: op.type,
          path: op.path,
          input: toPlain(op.input),
          ...(as === undefined ? {} : { viewAs: as }),
          ...(policyException === undefined ? {} : { policyException }),
        })
        return stop
      })
  }
}

/**
 * Converts the input to plain data, as JSON over HTTP would. The state of a page consists of proxies, which
 * IPC cannot clone.
 */
function toPlain(input: unknown): unknown {
  return input === undefined ? undefined : (JSON.parse(JSON.stringify(input)) as unknown)
}

function received(result: Extract<RpcResponse, { result: unknown }>['result']) {
  if (result.type === 'data') return { ...result, data: unpackAnswer(result.data) }
  if (result.type !== 'state') return result
  return result.state === 'pending'
    ? { type: 'state' as const, state: result.state, error: null }
    : {
        type: 'state' as const,
        state: result.state,
        error: result.error && new TRPCClientError<never>(result.error.message),
      }
}
