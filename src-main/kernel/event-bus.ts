import type { CommittedEvent } from './event.ts'
import type { Logger } from './logger.ts'

export type EventListener = (events: readonly CommittedEvent[]) => void

/** Tells caches and screens of events that are durably recorded, in the order of their commit. */
export class EventBus {
  readonly #listeners = new Set<EventListener>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Returns the function that takes the listener off again. */
  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A listener that fails is logged: the write it is told about has happened and stays. */
  publish(events: readonly CommittedEvent[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(events)
      } catch (error) {
        this.#logger.error({ err: error }, 'a listener to the event stream failed')
      }
    }
  }
}
