import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'

import { storedConfiguration } from '#domains/clients/client-api/configuration-source.ts'
import type { StreamTickets } from '#domains/clients/remote-evaluation/stream-tickets.ts'
import type { Clock } from '#kernel/clock.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Logger } from '#kernel/logger.ts'
import type { ProcessFamily } from '#runtime/process-family.ts'
import type { Store } from '#store/store.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import type {
  ClientConfiguration,
  EnvironmentConfiguration,
} from '#domains/clients/client-api/client-configuration.ts'
import type { Beginning, Link, News, SharedState, WorkerSettings } from '../messages.ts'
import { answerQuestion } from './answer-question.ts'
import { NewsForWorkers, sdkTokensOf } from './news-for-workers.ts'
import { takeNotes, type NoteKeepers } from './take-notes.ts'
import { CHECK_MS, within, Worker } from './worker.ts'
import { WorkerStreams } from './worker-streams.ts'

/** A worker that ended is replaced after this time, which doubles with each that ended soon, up to a bound. */
const RESTART_MS = 250
const MAX_RESTART_MS = 30_000
/** One that has lived for so long did not end soon. */
const LONG_LIFE_MS = 30_000
const SECRET_BYTES = 32
/** Longest wait for workers at the start. The main process answers without those that are not ready by then. */
const START_WAIT_MS = 30_000

interface Options {
  count: number
  file: string
  settings: WorkerSettings
  store: Pick<Store, 'queries'>
  bus: EventBus
  tokens: TokenDirectory
  configuration: ClientConfiguration
  deltaMark: string
  tickets: Pick<StreamTickets, 'issueFor'>
  keepers: NoteKeepers
  processes: ProcessFamily
  noteStreamsOf: (worker: number, open: number) => void
  readShared: () => SharedState
  clock: Clock
  logger: Logger
}

/** The processes that answer SDKs: started, told what changes, replaced when they end. */
export class WorkerPool {
  readonly #options: Options
  readonly #workers: (Worker | undefined)[] = []
  readonly #news: NewsForWorkers
  readonly #ends: (() => void)[] = []
  readonly #secret = randomBytes(SECRET_BYTES).toString('hex')
  readonly #pauses = new Set<NodeJS.Timeout>()
  #link: Link | undefined
  #giveBack: (socket: Socket) => void = (socket) => socket.destroy()
  #next = 0
  #isClosing = false
  #isSoon = false
  /** Until every worker knows what it was told. */
  #settling: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#news = new NewsForWorkers(options.readShared, (isMuch) => this.#noteChange(isMuch))
    const { bus, tokens } = options
    this.#ends.push(
      bus.subscribe(this.#news.noteEvents),
      tokens.subscribe((change) => this.#news.noteToken(change)),
    )
  }

  /** Secret with which workers open connections to the main process. */
  get secret(): string {
    return this.#secret
  }

  get #living(): Worker[] {
    return this.#workers.filter((worker) => worker !== undefined)
  }

  /** Processes that answer now. */
  get pids(): number[] {
    return this.#living.flatMap((worker) => (worker.isReady && worker.pid !== undefined ? worker.pid : []))
  }

  /** Says who takes connections that a worker did not get. Until then they are closed. */
  onGivenBack(take: (socket: Socket) => void): void {
    this.#giveBack = take
  }

  /** Starts the workers. Resolves when each can answer, or has ended, or after half a minute. */
  async start(path: string): Promise<void> {
    this.#link = { path, secret: this.#secret }
    // asks for a sign of life, and tells what changed without a write
    const beat = setInterval(() => this.#beat(), CHECK_MS)
    this.#ends.push(() => clearInterval(beat))
    for (let slot = 0; slot < this.#options.count; slot += 1) this.#startAt(slot, RESTART_MS)
    const ready = Promise.all(this.#living.map((worker) => worker.ready))
    await within(START_WAIT_MS, ready)
  }

  /** Gives a connection to the next worker that can take it. False: none can. */
  readonly take = (socket: Socket): boolean => {
    for (let tries = 0; tries < this.#workers.length; tries += 1) {
      this.#next = (this.#next + 1) % this.#workers.length
      if (this.#workers[this.#next]?.take(socket)) return true
    }
    return false
  }

  /**
   * Tells what has changed. Resolves when every worker answers by that and by what was told before; one that does not say so in time is
   * killed. Undefined: all know everything.
   */
  settle(): Promise<void> | undefined {
    const news = this.#news.take()
    if (news) this.#tell(news)
    return this.#settling
  }

  #tell(news: News): void {
    const told = Promise.all([this.#settling, ...this.#living.map((worker) => worker.tell(news))])
    const settling = told.then(() => {
      if (this.#settling === settling) this.#settling = undefined
    })
    this.#settling = settling
  }

  /** Has all finish their requests, and ends them. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const pause of this.#pauses) clearTimeout(pause)
    await Promise.all(this.#living.map((worker) => worker.finish()))
    for (const end of this.#ends) end()
  }

  /** A write waits for it anyway; what others wrote is told without one. */
  #noteChange(isMuch: boolean): void {
    if (isMuch) void this.settle()
    if (this.#isSoon) return
    this.#isSoon = true
    setImmediate(() => {
      this.#isSoon = false
      void this.settle()
    })
  }

  #beat(): void {
    for (const worker of this.#living) worker.check()
    this.#tell(this.#news.take() ?? { events: [], tokens: [] })
  }

  #startAt(slot: number, pauseMs: number): void {
    const { file, clock, logger, keepers, processes, configuration, store, tickets } = this.#options
    const { noteStreamsOf } = this.#options
    const began = clock.elapsed()
    const sent = new Map<string, EnvironmentConfiguration>()
    const worker = new Worker({
      file,
      logger,
      beginning: () => this.#beginning(),
      answer: (question, { send }) =>
        answerQuestion(
          question,
          {
            configuration,
            source: storedConfiguration(store.queries),
            ticketOf: (token, overlay) => tickets.issueFor(token, overlay),
            sent,
            tellNews: () => void this.settle(),
          },
          send,
        ),
      takeNotes: (notes) => takeNotes(notes, keepers, clock.now()),
      streams: new WorkerStreams({ keepers, now: () => clock.now() }),
      noteUsage: (pid, usage, openStreams) => {
        noteStreamsOf(pid, openStreams)
        if (usage) processes.note(pid, usage)
        else processes.end(pid)
      },
      giveBack: (socket) => this.#giveBack(socket),
    })
    this.#workers[slot] = worker
    void worker.ended.then(() => {
      this.#workers[slot] = undefined
      if (this.#isClosing) return
      const livedLong = clock.elapsed() - began >= LONG_LIFE_MS
      const next = livedLong ? RESTART_MS : pauseMs
      logger.warn({ pid: worker.pid, againInMs: next }, 'a worker ended')
      const pause = setTimeout(() => {
        this.#pauses.delete(pause)
        if (!this.#isClosing) this.#startAt(slot, Math.min(2 * next, MAX_RESTART_MS))
      }, next)
      this.#pauses.add(pause)
    })
  }

  #beginning(): Beginning {
    const { settings, tokens, configuration, deltaMark, readShared } = this.#options
    if (!this.#link) throw new TypeError('Workers are started before the main process listens to them.')
    return {
      settings,
      link: this.#link,
      deltaMark,
      revisions: configuration.revisions(),
      tokens: sdkTokensOf(tokens.entries()),
      shared: readShared(),
    }
  }
}
