import type { DatabaseMoveState } from '#shared/instance/schemas/database.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Hold, Store } from '#store/store.ts'
import { moveData, reopenMove, type MoveStep } from '#store/move/move-data.ts'
import type { Queries } from '#store/queries.ts'
import type { DatabaseTarget } from './require-target.ts'

export interface MoveTarget {
  /** Database to move to; undefined: a file in the data folder. */
  database: DatabaseTarget | undefined
  /** Address without a password, or the file. */
  place: string
  /** Change the settings file, so that the next start uses it. */
  useAfterwards: boolean
}

interface Dependencies {
  store: Store
  clock: Clock
  logger: Logger
  /** Opens a target, which nobody else can open until the move has ended. */
  open: (database: DatabaseTarget | undefined) => Promise<Store>
  /** Compares what SDKs read; rejects if it differs. */
  compare: (from: Queries, to: Queries) => Promise<void>
  /** Writes what is in memory, before writes are refused. */
  flush: () => Promise<void>
  /** Setting `databaseUrl` of the present database. */
  databaseUrl: string | undefined
  /** Sets, or removes, that setting in the settings file. */
  setDatabaseUrl: (databaseUrl: string | undefined) => void
}

type Table = DatabaseMoveState['tables'][number]

const RUNNING: readonly DatabaseMoveState['state'][] = ['preparing', 'copying', 'comparing']

/**
 * Moves the data of the running service into another database. From the first row that is copied, every write is refused: also
 * after the move, until the process ends or the move is stopped. So nothing that was confirmed is missing in the copy.
 */
export class DatabaseMove {
  readonly #parts: Dependencies
  readonly #tables = new Map<string, Table>()
  #state: Omit<DatabaseMoveState, 'tables' | 'from'> = {
    state: 'none',
    writesHeld: false,
    to: null,
    startedAt: null,
    endedAt: null,
    error: null,
    useAfterwards: false,
  }
  #target: MoveTarget | undefined
  #hold: Hold | undefined
  #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  get state(): DatabaseMoveState {
    return {
      ...this.#state,
      from: this.#parts.store.status.place,
      writesHeld: this.holdsWrites,
      tables: [...this.#tables.values()],
    }
  }

  /** True while every write is refused. */
  get holdsWrites(): boolean {
    return this.#hold !== undefined
  }

  get isRunning(): boolean {
    return RUNNING.includes(this.#state.state)
  }

  /** Begins a move, or resumes one, unless one runs. It goes on after the return. */
  start(target: MoveTarget): void {
    if (this.isRunning || this.holdsWrites) return
    this.#target = target
    this.#stopping = new AbortController()
    this.#tables.clear()
    const { place, useAfterwards } = target
    this.#state = {
      state: 'preparing',
      writesHeld: false,
      to: place,
      startedAt: this.#now(),
      endedAt: null,
      error: null,
      useAfterwards,
    }
    this.#running = this.#run(target, this.#stopping.signal).catch((error: unknown) => this.#fail(error))
  }

  /**
   * Stops a move and accepts writes again. After a move, the copy is closed first, so that nobody starts from it without what
   * is written from now on; rejects if that fails.
   */
  async stop(): Promise<void> {
    this.#stopping.abort(new Stopped())
    await this.#running
    if (this.#state.state !== 'moved' || !this.#target) return
    const { database, useAfterwards } = this.#target
    const copy = await this.#parts.open(database)
    try {
      await reopenMove(this.#parts.store, copy)
    } finally {
      await copy.close()
    }
    if (useAfterwards) this.#parts.setDatabaseUrl(this.#parts.databaseUrl)
    this.#end('stopped')
    await this.#release()
  }

  /** Stops a move that runs, when the process ends. After a move, nothing is changed. */
  async close(): Promise<void> {
    this.#stopping.abort(new Stopped())
    await this.#running
  }

  async #run(target: MoveTarget, stopped: AbortSignal): Promise<void> {
    const { store, open, compare, flush, logger, setDatabaseUrl } = this.#parts
    const to = await open(target.database)
    try {
      stopped.throwIfAborted()
      await flush()
      const hold = (this.#hold = await store.hold())
      logger.info({ to: target.place }, 'a move to another database has begun: writes are refused')
      await moveData({
        from: store,
        to,
        compare,
        signal: AbortSignal.any([stopped, hold.lost]),
        onPlan: (tables) => {
          for (const { table, rows } of tables)
            this.#tables.set(table, { name: table, rows, copied: 0, compared: 0, isEqual: false })
        },
        onStep: (step) => this.#note(step),
      })
      hold.lost.throwIfAborted()
    } finally {
      await to.close()
    }
    if (target.useAfterwards) setDatabaseUrl(target.database?.databaseUrl)
    this.#end('moved')
    logger.info({ to: target.place }, 'the move to another database has ended: restart Halyard')
  }

  #note({ doing, table, rows, of }: MoveStep): void {
    this.#state.state = doing
    const known = this.#tables.get(table)
    if (!known) return
    if (doing === 'copying') Object.assign(known, { copied: rows, compared: 0, isEqual: false })
    else Object.assign(known, { copied: known.rows, compared: rows, isEqual: rows === of })
  }

  async #fail(error: unknown): Promise<void> {
    await this.#release().catch(() => undefined)
    if (error instanceof Stopped) return this.#end('stopped')
    const message = messageOf(error)
    this.#parts.logger.warn({ err: error }, 'a move to another database has failed')
    this.#end('failed', message)
  }

  async #release(): Promise<void> {
    const hold = this.#hold
    this.#hold = undefined
    await hold?.release()
  }

  #end(state: DatabaseMoveState['state'], error: string | null = null): void {
    Object.assign(this.#state, { state, error, endedAt: this.#now() })
  }

  #now(): string {
    return this.#parts.clock.now().toISOString()
  }
}

/** A person has stopped the move, or the process ends. */
class Stopped extends Error {}
