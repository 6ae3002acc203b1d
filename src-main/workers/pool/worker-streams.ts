import type { Actor } from '#kernel/caller.ts'
import type { EndOfStream } from '#kernel/request-watch.ts'
import type { EndedStream, LoggedAnswer, NotedRevision, StreamOutcome } from '../notes.ts'
import { toWatched, type NoteKeepers } from './take-notes.ts'

/** Outcome of streams whose worker has ended. */
const CUT: StreamOutcome = { status: 200, ms: 0, bytes: undefined }

interface Begun {
  end: EndOfStream
  began: number
}

interface Options {
  keepers: Pick<NoteKeepers, 'requestLog' | 'sdkRevisions' | 'contract' | 'tokens'>
  now: () => Date
}

/** Streams that a worker has open. They end with it. There are no more than connections of the worker. */
export class WorkerStreams {
  readonly #options: Options
  readonly #logged = new Map<number, Begun>()
  readonly #sdks = new Map<string, EndedStream>()

  constructor(options: Options) {
    this.#options = options
  }

  begin(stream: number, request: LoggedAnswer): void {
    const { keepers, now } = this.#options
    const { requestLog, contract } = keepers
    if (!requestLog.isOn) return
    const end = requestLog.begin(toWatched(request, contract, this.#actorOf))
    this.#logged.set(stream, { end, began: now().getTime() })
  }

  end(stream: number, outcome: StreamOutcome): void {
    this.#logged.get(stream)?.end(outcome)
    this.#logged.delete(stream)
  }

  /** Remembers the SDKs that have a stream. */
  noteRevisions(revisions: readonly NotedRevision[]): void {
    for (const { way, token, names, environment } of revisions)
      if (way === 'stream')
        this.#sdks.set(keyOf({ token, names, environment }), { token, names, environment })
  }

  /** Notes that the stream of an SDK has ended. */
  leave(sdk: EndedStream): void {
    this.#sdks.delete(keyOf(sdk))
    const { token: tokenHash, names, environment } = sdk
    // the stream may have ended because the token is gone: nothing knows it any more
    const actor = { kind: 'backend-token', username: '', tokenHash, environment, projects: [] } as const
    this.#options.keepers.sdkRevisions.end({ actor }, names, { environment, way: 'stream' })
  }

  /** Ends all, as the worker has ended. */
  endAll(): void {
    const now = this.#options.now().getTime()
    for (const [stream, { began }] of this.#logged) this.end(stream, { ...CUT, ms: now - began })
    for (const sdk of this.#sdks.values()) this.leave(sdk)
  }

  readonly #actorOf = (token: string): Actor | undefined =>
    this.#options.keepers.tokens.actorOfHash(token, this.#options.now())
}

const keyOf = ({ token, names, environment }: EndedStream) => JSON.stringify([token, names, environment])
