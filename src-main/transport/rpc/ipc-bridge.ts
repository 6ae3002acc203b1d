import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  TRPCError,
  type AnyRouter,
  type TRPCDefaultErrorShape,
} from '@trpc/server'

import type { RpcRequest, RpcResponse } from '../../../src-shared/rpc/ipc-protocol.ts'
import { packed } from '../../../src-shared/rpc/answers.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { RpcContext } from './init.ts'

/** Page at the other end: the part of Electron's WebContents that we use. */
export interface Peer {
  send(message: RpcResponse): void
}

interface Options {
  router: AnyRouter
  createContext: () => RpcContext | Promise<RpcContext>
  logger: Pick<Logger, 'warn'>
}

type Outcome = RpcResponse extends infer Message
  ? Message extends RpcResponse
    ? Omit<Message, 'id'>
    : never
  : never

/**
 * Serves the router to one page: answers its calls, runs its subscriptions, and stops what it gives up. Knows nothing
 * of Electron (ADR 0007); desktop/ checks the sender and calls `close` when the page goes or navigates.
 */
export class IpcSession {
  readonly #options: Options
  readonly #peer: Peer
  readonly #running = new Map<number, AbortController>()

  constructor(options: Options, peer: Peer) {
    this.#options = options
    this.#peer = peer
  }

  /** Handles a message of the page. Responses go to the peer. Never rejects, as no caller could handle it. */
  async receive(message: RpcRequest): Promise<void> {
    try {
      await this.#receive(message)
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'a message of the window was not answered')
    }
  }

  async #receive(message: RpcRequest): Promise<void> {
    if (message.kind === 'stop') return this.#running.get(message.id)?.abort()
    const abort = new AbortController()
    this.#running.set(message.id, abort)
    const respond = (outcome: Outcome) => {
      if (!abort.signal.aborted) this.#peer.send({ id: message.id, ...outcome })
    }
    try {
      await this.#call(message, abort.signal, respond)
    } finally {
      this.#running.delete(message.id)
    }
  }

  /** Gives up everything that runs for the page. */
  close(): void {
    for (const abort of this.#running.values()) abort.abort()
    this.#running.clear()
  }

  async #call(
    { path, type, input, viewAs }: Extract<RpcRequest, { kind: 'call' }>,
    signal: AbortSignal,
    respond: (outcome: Outcome) => void,
  ): Promise<void> {
    const { router } = this.#options
    let ctx: RpcContext | undefined
    try {
      ctx = { ...(await this.#options.createContext()), viewAs }
      const result: unknown = await callTRPCProcedure({
        router,
        path,
        type,
        ctx,
        signal,
        batchIndex: 0,
        getRawInput: async () => input,
      })
      if (type !== 'subscription') return respond({ result: { type: 'data', data: packed(result) } })
      respond({ result: { type: 'started' } })
      for await (const data of iterable(result, path)) {
        if (signal.aborted) break
        respond({ result: { type: 'data', data } })
      }
      respond({ result: { type: 'stopped' } })
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      const shape = getTRPCErrorShape({
        config: router._def._config,
        error,
        type,
        path,
        input,
        ctx,
      }) as TRPCDefaultErrorShape
      respond({ error: { message: shape.message, code: shape.code, data: shape.data } })
    }
  }
}

function iterable(result: unknown, path: string): AsyncIterable<unknown> {
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
    return result as AsyncIterable<unknown>
  throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: `${path} gave nothing to iterate` })
}
