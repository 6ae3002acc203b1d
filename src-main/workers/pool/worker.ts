import { fork, type ChildProcess } from 'node:child_process'
import module from 'node:module'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import type { Logger } from '#kernel/logger.ts'
import type { ProcessUsage } from '#runtime/process-family.ts'
import { MessageStream } from '../message-stream.ts'
import {
  MESSAGES_FD,
  type Beginning,
  type FromWorker,
  type News,
  type PassedConnection,
  type Question,
  type ToWorker,
} from '../messages.ts'
import type { WorkerNotes } from '../notes.ts'
import type { WorkerStreams } from './worker-streams.ts'

/** Connections on their way to a worker. Beyond that others take them. */
const MAX_CONNECTIONS_ON_WAY = 128
/** Time between two checks of a worker. */
export const CHECK_MS = 500
/**
 * A worker that has not said that it knows the news for so many checks hangs, and is killed. Checks are counted, and not time: on a machine
 * without a free processor the main process waits as well. One that is late gets no connections.
 */
const HANGING_CHECKS = 10
const LATE_CHECKS = 3
/** Time to answer the running requests at the end, and to start. */
const FINISH_MS = 7000
const START_MS = 120_000

interface Options {
  file: string
  beginning: () => Beginning
  answer: (question: { id: number; question: Question }, worker: Worker) => Promise<void>
  takeNotes: (notes: WorkerNotes) => void
  streams: WorkerStreams
  /** Notes what the process uses; undefined: it has ended. */
  noteUsage: (pid: number, usage: ProcessUsage | undefined, openStreams: number) => void
  /** Takes a connection that it did not get before it ended. */
  giveBack: (socket: Socket) => void
  logger: Logger
}

interface Unknown {
  id: number
  /** Number of the check before it was told. */
  check: number
  resolve: () => void
}

/** One process that answers SDKs, as the main process sees it. */
export class Worker {
  readonly #options: Options
  readonly #child: ChildProcess
  /** News that it has not said that it knows, in order. */
  #unknown: Unknown[] = []
  #lastId = 0
  #checks = 0
  readonly #messages: MessageStream<FromWorker, ToWorker>
  /** Connections that it has not said that it has: until then they are open here, too. */
  readonly #onWay = new Map<number, Socket>()
  #state: 'starting' | 'told' | 'ready' | 'finishing' | 'ended' = 'starting'
  #noteReady = () => {}
  #noteFinished = () => {}
  /** Resolves when it can answer, or has ended before. */
  readonly ready: Promise<void>
  readonly ended: Promise<void>

  constructor(options: Options) {
    this.#options = options
    const cache = module.getCompileCacheDir?.()
    this.#child = fork(options.file, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
      env: { ...environmentFor(process.env), ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    })
    this.ready = new Promise((resolve) => (this.#noteReady = resolve))
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#end()
        resolve()
      }
      this.#child.once('exit', end)
      // it could not be started, or a signal could not be sent
      this.#child.on('error', (error) => {
        options.logger.warn({ err: error }, 'a worker has an error')
        if (this.#child.pid === undefined) end()
      })
    })
    this.#child.on('message', (message) => this.#noteTaken(message as PassedConnection))
    this.#messages = new MessageStream(this.#child.stdio[MESSAGES_FD] as Duplex, (message) =>
      this.#take(message),
    )
    const timer = setTimeout(() => this.kill(), START_MS)
    void this.ready.then(() => clearTimeout(timer))
    // it is told whatever changes from here on
    void this.send({ kind: 'begin', beginning: options.beginning() })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  /** Gives it a connection that nothing was read of. False: it cannot take one. */
  take(socket: Socket): boolean {
    if (!this.isReady || this.#onWay.size >= MAX_CONNECTIONS_ON_WAY) return false
    // one that does not answer gets no more to do
    if (this.#silentChecks >= LATE_CHECKS) return false
    const connection = ++this.#lastId
    this.#onWay.set(connection, socket)
    // else the port would ask every worker before it closes
    Object.assign(socket, { server: undefined })
    const message: PassedConnection = { connection }
    // what it does not get is given back at its end
    this.#child.send(message, socket, { keepOpen: true }, () => undefined)
    return true
  }

  /** Tells news. Resolves when all requests from then on are answered by them, or when it has ended. */
  tell(news: News): Promise<void> {
    const id = ++this.#lastId
    // one that starts is asked whether it knows everything before it gets a connection
    if (this.#state === 'starting') void this.send({ kind: 'news', id, news })
    if (this.#state === 'starting' || this.#state === 'ended') return Promise.resolve()
    const known = new Promise<void>((resolve) => this.#unknown.push({ id, check: this.#checks, resolve }))
    void this.send({ kind: 'news', id, news })
    return known
  }

  /** Sends a message. False: it has gone. */
  readonly send = (message: ToWorker): Promise<boolean> => this.#messages.send(message)

  /** Kills it if it hangs, so that nothing waits for it. */
  check(): void {
    this.#checks += 1
    if (this.#silentChecks !== HANGING_CHECKS) return
    this.#options.logger.warn({ pid: this.pid }, 'a worker hangs and is killed')
    this.kill()
  }

  /** Number of checks since it was told what it does not know yet. */
  get #silentChecks(): number {
    const [oldest] = this.#unknown
    return oldest ? this.#checks - oldest.check : 0
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Has it answer its running requests, and ends it. */
  async finish(): Promise<void> {
    if (this.#state === 'ended') return
    const isReady = this.isReady
    this.#state = 'finishing'
    const finished = new Promise<void>((resolve) => (this.#noteFinished = resolve))
    if (isReady) {
      void this.send({ kind: 'finish' })
      await within(FINISH_MS, Promise.race([finished, this.ended]))
    }
    this.kill()
    await this.ended
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        if (this.#state === 'starting') void this.#becomeReady()
        return
      case 'known':
        while (this.#unknown[0] && this.#unknown[0].id <= message.id) this.#unknown.shift()?.resolve()
        return
      case 'question':
        this.#options.answer(message, this).catch((error: unknown) => {
          this.#options.logger.warn({ err: error }, 'a worker got no answer')
          void this.send({ kind: 'unanswered', id: message.id })
        })
        return
      case 'notes':
        this.#options.takeNotes(message.notes)
        if (this.#state !== 'ended') this.#options.streams.noteRevisions(message.notes.revisions)
        void this.send({ kind: 'notes-taken' })
        return
      case 'usage':
        if (this.pid !== undefined && this.#state !== 'ended')
          this.#options.noteUsage(this.pid, message.usage, message.openStreams)
        return
      case 'stream-begun':
        if (this.#state !== 'ended') this.#options.streams.begin(message.stream, message.request)
        return
      case 'stream-ended':
        this.#options.streams.end(message.stream, message.outcome)
        return
      case 'sdk-left':
        this.#options.streams.leave(message.sdk)
        return
      case 'finished':
        this.#noteFinished()
    }
  }

  /** It may have started before it read what came last. */
  async #becomeReady(): Promise<void> {
    this.#state = 'told'
    await this.tell({ events: [], tokens: [] })
    if (this.#state === 'told') this.#state = 'ready'
    this.#noteReady()
  }

  /** Only the worker has the connection from now on. */
  #noteTaken({ connection }: PassedConnection): void {
    this.#onWay.get(connection)?.destroy()
    this.#onWay.delete(connection)
  }

  #end(): void {
    this.#state = 'ended'
    if (this.pid !== undefined) this.#options.noteUsage(this.pid, undefined, 0)
    this.#options.streams.endAll()
    for (const { resolve } of this.#unknown) resolve()
    this.#unknown = []
    this.#noteReady()
    for (const socket of this.#onWay.values()) this.#options.giveBack(socket)
    this.#onWay.clear()
  }
}

/** Variables of Node, of the allocator and of the system. */
const SYSTEM_VARIABLES = /^(?:NODE_.+|MALLOC_.+|PATH|TZ|LANG|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i

/** Leaves out the settings of the service: some are secrets, and a worker gets what it needs by messages. */
const environmentFor = (all: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(all).filter(([name]) => SYSTEM_VARIABLES.test(name)))

/** Waits for work, but no longer than a time. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}
