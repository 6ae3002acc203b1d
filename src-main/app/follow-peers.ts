import { readCommittedAfter } from '../domains/audit/events/committed-events.read-model.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Logger } from '../kernel/logger.ts'
import { LruMap } from '../runtime/lru-map.ts'
import { Refresher } from '../runtime/refresher.ts'
import type { ChangedTables } from '#store/peers.ts'
import type { Store } from '../store/store.ts'
import type { Copy } from './domain.ts'

interface Dependencies {
  store: Pick<Store, 'queries' | 'peers'>
  bus: EventBus
  logger: Logger
  copies: readonly Copy[]
  /** Newest event when the copies were first read, or an earlier one. */
  lastEventId: number
  /** Called when others have written. */
  noteWrite: () => void
}

/** Number of events that are read at once. */
const MAX_EVENTS = 500

/**
 * Brings this process up to date with what others on the same database have committed: reads the copies in memory
 * again, then publishes the events of the others as if they were of this process. Streams, windows, outboxes and the client
 * configuration follow the events (ADR 41).
 */
export class PeersFollower {
  readonly #sources: Dependencies
  readonly #own: OwnWrites
  readonly #refreshing: Refresher
  #changed: ChangedTables = new Set()
  #lastEventId: number
  #end: (() => void) | undefined

  constructor(sources: Dependencies, own: OwnWrites) {
    this.#sources = sources
    this.#own = own
    this.#lastEventId = sources.lastEventId
    const { logger } = sources
    this.#refreshing = new Refresher({ name: 'what others wrote', read: () => this.#catchUp(), logger })
  }

  /** True while something that others wrote could not be read. */
  get isStale(): boolean {
    return this.#refreshing.isStale
  }

  /** Begins to follow; resolves when everything up to now is here. */
  async start(): Promise<void> {
    this.#end = await this.#sources.store.peers.follow((tables) => {
      this.#changed = join(this.#changed, tables)
      // a failure is logged, and tried again
      this.#refreshing.reload().catch(() => undefined)
    })
    await this.#refreshing.reload()
  }

  stop(): void {
    this.#end?.()
    this.#refreshing.stop()
  }

  async #catchUp(): Promise<void> {
    const changed = this.#changed
    this.#changed = new Set()
    if (changed !== 'any' && changed.size === 0) return
    try {
      const copies = this.#sources.copies.filter(
        ({ tables }) => changed === 'any' || tables.some((table) => changed.has(table)),
      )
      await Promise.all(copies.map(({ reload }) => reload()))
      if (changed === 'any' || changed.has('events')) await this.#publishEvents()
      this.#sources.noteWrite()
    } catch (error) {
      this.#changed = join(changed, this.#changed)
      throw error
    }
  }

  async #publishEvents(): Promise<void> {
    const { store, bus } = this.#sources
    for (;;) {
      const events = await readCommittedAfter(store.queries, this.#lastEventId, MAX_EVENTS)
      const others = events.filter(({ groupId }) => !this.#own.has(groupId))
      if (others.length > 0) bus.publish(others)
      this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId
      if (events.length < MAX_EVENTS) return
    }
  }
}

/** Writes of this process, by the group of their events: it publishes them itself. */
export class OwnWrites {
  readonly #groups = new LruMap<string, true>(10_000)

  note(groupId: string): void {
    this.#groups.set(groupId, true)
  }

  has(groupId: string): boolean {
    return this.#groups.get(groupId) === true
  }
}

/** Reads copies again, where what changed is not known in detail. */
export async function reloadAll(copies: readonly Copy[]): Promise<void> {
  await Promise.all(copies.map(({ reload }) => reload()))
}

const join = (one: ChangedTables, other: ChangedTables): ChangedTables =>
  one === 'any' || other === 'any' ? 'any' : new Set([...one, ...other])
