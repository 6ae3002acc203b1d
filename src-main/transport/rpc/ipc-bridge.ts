import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'

import type { RpcRequest, RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import type { Logger } from '#kernel/logger.ts'
import { RpcFailure, type RpcErrorShape, type RpcResponder, type SubscriptionMessage } from './responder.ts'

/** Page at the other end: the part of Electron's WebContents that we use. */
export interface Peer {
  send(message: RpcResponse): void
}

interface Options {
  responder: RpcResponder
  logger: Pick<Logger, 'warn'>
}

type Outcome = RpcResponse extends infer Message
  ? Message extends RpcResponse
    ? Omit<Message, 'id'>
    : never
  : never

const UNEXPECTED: RpcErrorShape = {
  message: 'Something went wrong',
  code: TRPC_ERROR_CODES_BY_KEY.INTERNAL_SERVER_ERROR,
  data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
}

/**
 * Serves one page: answers its calls, runs its subscriptions, and stops what it gives up. Knows nothing
 * of Electron (docs/architecture.md#the-window); desktop/ checks the sender and calls `close` when the page goes or navigates.
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
    { path, type, input, viewAs, policyException }: Extract<RpcRequest, { kind: 'call' }>,
    signal: AbortSignal,
    respond: (outcome: Outcome) => void,
  ): Promise<void> {
    const { responder } = this.#options
    try {
      const call = {
        ...{ path, type, input, signal },
        ...(viewAs === undefined ? {} : { viewAs }),
        ...(policyException === undefined ? {} : { policyException }),
      }
      const answer = await responder.answer(call)
      if (type !== 'subscription') return respond({ result: { type: 'data', data: answer } })
      respond({ result: { type: 'started' } })
      for await (const result of answer as AsyncIterable<SubscriptionMessage>) {
        if (signal.aborted) break
        respond({ result })
      }
      respond({ result: { type: 'stopped' } })
    } catch (error) {
      respond({ error: error instanceof RpcFailure ? error.shape : UNEXPECTED })
      if (!(error instanceof RpcFailure)) throw error
    }
  }
}
