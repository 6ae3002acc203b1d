import {
  createTRPCUntypedClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { EventSource } from 'eventsource'

import { exceptionHeader } from '#shared/changes/policies/exception-reason.ts'
import { VIEW_AS_HEADER } from '#shared/rpc/over-http.ts'
import type { Outbound } from '#kernel/outbound.ts'
import {
  RpcFailure,
  type RpcCall,
  type RpcErrorShape,
  type SubscriptionMessage,
} from '#transport/rpc/responder.ts'
import type { ProfileConnection } from './connection.ts'
import { failureAt } from './remote-failure.ts'

/** Answers may be as large as exports; a stream lives as long as its window. */
const CALLS = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }
const STREAMS = { timeoutMs: 24 * 3_600_000, maxBytes: Number.MAX_SAFE_INTEGER }

/** Messages of a stream that wait for a page. */
const MAX_WAITING = 1000
const LOST: readonly SubscriptionMessage[] = [
  { type: 'state', state: 'connecting', error: { message: 'The window fell behind.' } },
  { type: 'state', state: 'pending', error: null },
]

const asIs = (value: unknown): unknown => value
/** Answers stay packed: the page unpacks them. */
const packed = {
  input: { serialize: asIs, deserialize: asIs },
  output: { serialize: asIs, deserialize: asIs },
}

interface Options {
  /** Address of the Halyard, without a slash at the end. */
  url: string
  /** Headers that prove who one is, read anew for each call. */
  credentials: () => Record<string, string>
  /** Its policy allows private addresses: the user entered this one. */
  outbound: Outbound
}

/** Connects to another Halyard by its own procedures over HTTP. */
export function connectRemotely({ url, credentials, outbound }: Options): ProfileConnection {
  const address = `${url}/trpc`
  const calls = outbound.within(CALLS)
  const streams = outbound.within(STREAMS)
  const headersOf = ({ viewAs, policyException }: Record<string, unknown>) => ({
    ...credentials(),
    ...(typeof viewAs === 'number' ? { [VIEW_AS_HEADER]: String(viewAs) } : {}),
    ...exceptionHeader(policyException),
  })
  const client = createTRPCUntypedClient<AnyRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          url: address,
          transformer: packed,
          EventSource,
          eventSourceOptions: ({ op }) => ({
            fetch: (input, init) =>
              streams.fetch(input, {
                ...init,
                redirect: 'error',
                headers: { ...init.headers, ...headersOf(op.context) },
              }),
          }),
        }),
        false: httpLink({
          url: address,
          transformer: packed,
          // the query may be as long as the change to save: too long for a URL
          methodOverride: 'POST',
          fetch: (input, init) =>
            calls.fetch(input as string, { ...(init as RequestInit), redirect: 'error' }),
          headers: ({ op }) => headersOf(op.context),
        }),
      }),
    ],
  })

  async function answer(call: RpcCall): Promise<unknown> {
    const { path, type, input, viewAs, policyException, signal } = call
    if (type === 'subscription') return followed(call)
    try {
      const data = await client[type](path, input, { signal, context: { viewAs, policyException } })
      // it is known here by this address, whatever it listens on itself
      return path === 'status' ? { ...(data as object), url } : data
    } catch (error) {
      throw failureOf(error)
    }
  }

  function followed({ path, input, viewAs, signal }: RpcCall): AsyncIterable<SubscriptionMessage> {
    return {
      async *[Symbol.asyncIterator]() {
        const queue: (SubscriptionMessage | { type: 'end'; error?: RpcFailure })[] = []
        let wake = () => {}
        const push = (message: (typeof queue)[number]) => {
          // a page that falls behind reads everything again, as after a lost connection
          if (queue.length >= MAX_WAITING) queue.splice(0, queue.length, ...LOST)
          queue.push(message)
          wake()
        }
        const subscription = client.subscription(path, input, {
          signal,
          context: { viewAs },
          onData: (data) => push({ type: 'data', data }),
          onError: (error) => push({ type: 'end', error: failureOf(error) }),
          onComplete: () => push({ type: 'end' }),
          onStopped: () => push({ type: 'end' }),
          onConnectionStateChange: ({ state, error }) => {
            if (state !== 'idle') push({ type: 'state', state, error: error && { message: error.message } })
          },
        })
        const stop = () => push({ type: 'end' })
        signal.addEventListener('abort', stop, { once: true })
        try {
          for (;;) {
            const message = queue.shift()
            if (message === undefined) {
              await new Promise<void>((resolve) => (wake = resolve))
              continue
            }
            if (message.type !== 'end') {
              yield message
              continue
            }
            if (message.error) throw message.error
            return
          }
        } finally {
          signal.removeEventListener('abort', stop)
          subscription.unsubscribe()
        }
      },
    }
  }

  /** The error of the other Halyard as it is; else the reason for which there was no answer. */
  function failureOf(error: unknown): RpcFailure {
    const shape = error instanceof TRPCClientError ? (error.shape as RpcErrorShape | undefined) : undefined
    if (shape) return new RpcFailure(shape)
    const cause = error instanceof TRPCClientError ? (error.cause ?? error) : error
    return failureAt(url, cause)
  }

  return { url, answer, close: async () => {} }
}
