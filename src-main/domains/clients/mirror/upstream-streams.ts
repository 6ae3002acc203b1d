import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import { UpstreamError } from './upstream-answer.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** Statuses of an upstream that does not offer streams. */
const NOT_OFFERED: readonly number[] = [403, 404, 405, 406, 501]
/** An upstream that does not offer streams is asked again after so long: it may have been upgraded. */
const AGAIN_MS = 60 * 60_000
/** The most streams at once: tokens beyond that are polled alone. */
const MAX_STREAMS = 100
/** Events of the protocol after which there may be something new. */
const NEWS: readonly string[] = ['unleash-connected', 'unleash-updated']
/** Longer lines are data, which nobody reads here. */
const MAX_LINE = 200

interface Stream {
  stop: AbortController
  isOpen: boolean
}

/** Terms of the next stream of a token. */
interface Next {
  /** Id of the last event: the upstream then begins with what came since, and not with all flags. */
  lastId?: string
  /** Time of the clock before which there is none. */
  notBefore?: number
}

interface Options {
  client: Pick<UpstreamClient, 'stream'>
  /** Called when there may be something new for a token. */
  onNews: (token: string) => void
  clock: Pick<Clock, 'elapsed'>
  logger: Logger
}

/**
 * Listens to an upstream where it streams its changes, so that a mirror asks for them at once and not with its next round. What
 * the stream says of flags is left alone: there is one way to take them over.
 */
export class UpstreamStreams {
  readonly #options: Options
  readonly #streams = new Map<string, Stream>()
  readonly #next = new Map<string, Next>()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens a stream for each token that has none, and ends those of other tokens. Those that have ended are opened anew. */
  keep(tokens: readonly string[]): void {
    const wanted = new Set(tokens.slice(0, MAX_STREAMS))
    for (const [token, { stop }] of this.#streams) if (!wanted.has(token)) stop.abort()
    for (const token of this.#next.keys()) if (!wanted.has(token)) this.#next.delete(token)
    if (this.#isStopped) return
    const now = this.#options.clock.elapsed()
    for (const token of wanted) {
      const { notBefore = 0 } = this.#next.get(token) ?? {}
      if (!this.#streams.has(token) && now >= notBefore) void this.#listen(token)
    }
  }

  /** Checks whether changes for a token are told at once. */
  has(token: string): boolean {
    return this.#streams.get(token)?.isOpen === true
  }

  stop(): void {
    this.#isStopped = true
    for (const { stop } of this.#streams.values()) stop.abort()
  }

  async #listen(token: string): Promise<void> {
    const { client, clock, logger, onNews } = this.#options
    const stream: Stream = { stop: new AbortController(), isOpen: false }
    this.#streams.set(token, stream)
    try {
      const response = await client.stream(token, {
        lastId: this.#next.get(token)?.lastId,
        signal: stream.stop.signal,
      })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (response.status === 200 && isStream) {
        stream.isOpen = true
        for await (const { field, value } of fieldsOf(response)) {
          if (field === 'id') this.#next.set(token, { lastId: value })
          else if (NEWS.includes(value)) onNews(token)
        }
      } else {
        await response.body?.cancel()
        if (response.status === 200 || NOT_OFFERED.includes(response.status))
          this.#next.set(token, { notBefore: clock.elapsed() + AGAIN_MS })
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) logger.debug({ err: error }, 'a stream of the upstream ended')
    } finally {
      this.#streams.delete(token)
    }
  }
}

/** Reads the names and ids of server-sent events. Their data is skipped, whatever its size. */
async function* fieldsOf({ body }: Response): AsyncGenerator<{ field: 'event' | 'id'; value: string }> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of body ?? []) {
    const parts = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n')
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        const [, field, value] = /^(event|id): ?([\w-]+)\r?$/.exec(line) ?? []
        if (value !== undefined) yield { field: field === 'id' ? 'id' : 'event', value }
        line = ''
      }
      if (line.length <= MAX_LINE) line += part.slice(0, MAX_LINE)
    }
  }
}
