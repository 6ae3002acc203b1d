import type { CommittedEvent } from './event.ts'
import type { Logger } from './logger.ts'

export type EventListener = (events: readonly CommittedEvent[]) => void

/** A write's place in the order of commits. */
export interface CommitTurn {
  /** Resolves when every write that committed before has left its turn. Never rejects. */
  readonly reached: Promise<void>
  /** Lets the next write go on. Must be called exactly once, also when the commit or the sync fails. */
  leave(): void
}

/** Notifies caches and screens of events that are durably recorded, in the order of their commit. */
export class EventBus {
  readonly #listeners = new Set<EventListener>()
  readonly #logger: Logger
  #last: Promise<void> = Promise.resolve()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Returns the function that removes the listener. */
  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes the next place in the order of commits. Call it as the last step within the transaction. */
  takeTurn(): CommitTurn {
    const reached = this.#last
    let leave = () => {}
    const left = new Promise<void>((resolve) => (leave = resolve))
    this.#last = reached.then(() => left)
    return { reached, leave }
  }

  /** Notifies every listener. An error in one listener is logged and does not affect the others. */
  publish(events: readonly CommittedEvent[]): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(events)
      } catch (error) {
        this.#logger.error({ err: error }, 'a listener to the event stream failed')
      }
    }
  }
}
