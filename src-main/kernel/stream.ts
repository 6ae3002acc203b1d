import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

import type { Caller } from './caller.ts'
import type { AccessRechecks } from './access-rechecks.ts'

/** Gives a stream its items. */
export interface StreamSource<T> {
  /** Begins to watch; `wake` says that there may be something to take. Returns the function that ends it. */
  open(wake: () => void): () => void
  /** Returns the items to send now. */
  take(): Promise<readonly T[]> | readonly T[]
}

export interface StreamOptions<T> {
  /** Aborted when the client has gone. */
  signal?: AbortSignal | undefined
  /** Checks what the caller saw when the stream began; false ends it. */
  isStillOpen?: () => Promise<boolean>
  /** The least time between two deliveries. */
  paceMs?: number
  heartbeat?: { everyMs: number; item: T }
  lifetimeMs?: number
}

/** End of a stream. `refused`: the caller lost access to it. */
export type StreamEnd = 'over' | 'refused'

/**
 * Sends what a source has for as long as the caller may have it. The session, token, user and scope are checked again
 * after every write, every two seconds, and between taking items and sending them. The one way to stream: tRPC
 * subscriptions over HTTP and IPC, and streams of the client API.
 */
export async function* streamTo<T>(
  rechecks: AccessRechecks,
  caller: Caller,
  source: StreamSource<T>,
  { signal, isStillOpen, paceMs = 0, heartbeat, lifetimeMs }: StreamOptions<T> = {},
): AsyncGenerator<T, StreamEnd> {
  let isOver = false
  let isWoken: boolean
  let wake = () => {}
  const onWake = () => {
    isWoken = true
    wake()
  }
  const end = () => {
    isOver = true
    onWake()
  }
  const lifetime = lifetimeMs === undefined ? undefined : setTimeout(end, lifetimeMs).unref()
  signal?.addEventListener('abort', end, { once: true })
  const closeSource = source.open(onWake)
  const closeRechecks = rechecks.subscribe(onWake)
  let lastSent = performance.now()
  try {
    while (!isOver && !signal?.aborted) {
      isWoken = false
      const items = await source.take()
      if ((await caller.isStillValid?.()) === false) return 'refused'
      if ((await isStillOpen?.()) === false) return 'refused'
      for (const item of items) {
        yield item
        lastSent = performance.now()
      }
      if (items.length > 0 && paceMs > 0) await delay(paceMs)
      if (isWoken) continue
      const silentFor = performance.now() - lastSent
      const timer = heartbeat && setTimeout(() => wake(), Math.max(0, heartbeat.everyMs - silentFor)).unref()
      await new Promise<void>((resolve) => (wake = resolve))
      clearTimeout(timer)
      if (heartbeat && performance.now() - lastSent >= heartbeat.everyMs) {
        yield heartbeat.item
        lastSent = performance.now()
      }
    }
    return 'over'
  } finally {
    clearTimeout(lifetime)
    signal?.removeEventListener('abort', end)
    closeSource()
    closeRechecks()
    wake()
  }
}

/**
 * Makes items into what is sent to a client. `left` is aborted as soon as the client has gone: what the items wait for would keep
 * them until the next heartbeat.
 */
export function readableOf(items: AsyncIterable<string | Buffer>, left: AbortController): Readable {
  const readable = Readable.from(items)
  const destroy = readable._destroy.bind(readable)
  readable._destroy = (error, callback) => {
    left.abort()
    destroy(error, callback)
  }
  return readable
}
