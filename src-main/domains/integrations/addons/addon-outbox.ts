import type { AddonTest } from '#shared/integrations/schemas/addon-test.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Peers } from '#store/peers.ts'
import type { Store } from '#store/store.ts'
import { describeEvent, type DescribedEvent } from '#domains/audit/events/described-events.ts'
import { findNextEvent, readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { advancePosition, findAddon, readEnabledIds, type StoredAddon } from './addons.store.ts'
import { deliver, type DeliveryTerms } from './deliver.ts'
import { deliverTest } from './deliver-test.ts'
import { insertDelivery, type NewDelivery } from './integration-events.store.ts'
import type { Target } from './requests/requests-for.ts'
import { streamFilterOf } from './stream-position.ts'

interface Dependencies {
  store: Pick<Store, 'queries' | 'transaction' | 'durable'> & { readonly peers: Pick<Peers, 'alone'> }
  clock: Clock
  logger: Logger
  /** Checks whether deliveries are paused. Events of a pause are delivered later. */
  isPaused: () => boolean
  terms: DeliveryTerms
}

/**
 * Number of irrelevant events after which the position is stored, so that a restart need not read them again.
 */
const NOTED_EVERY = 1000

/** Maximum number of tests that wait for a response at the same time, over all callers. */
const MAX_TESTS = 5

/**
 * Delivers events to integrations, after the events are on disk and without delaying other work. Each
 * integration reads the event stream from its own position, in order, independent of the others. The position
 * is stored with the result. After a stop between the two, an event is delivered again, and none is lost (ADR
 * 0022).
 */
export class AddonOutbox {
  readonly #sources: Dependencies
  /** Running deliveries by integration. Each runs until no event is left. */
  readonly #queues = new Map<number, Promise<void>>()
  /** Position up to which no relevant event was found, beyond the stored one, by integration. */
  readonly #lookedThrough = new Map<number, number>()
  /** Last delivery of each integration, until it is stored. */
  readonly #unnoted = new Map<number, NewDelivery>()
  readonly #ending = new AbortController()
  #enabled: readonly number[] | undefined
  /** Counts the changes of integrations: a list read before a change is not kept. */
  #configuration = 0
  /** Counts the calls of `run`: a queue reads again if it changed meanwhile. */
  #calls = 0
  #isCalled = false
  #tests = 0

  constructor(sources: Dependencies) {
    this.#sources = sources
  }

  /** Handles committed events. Costs the writer nothing. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    if (events.some(({ type }) => type.startsWith('addon-config-') || type === 'snapshot-restored')) {
      this.#enabled = undefined
      this.#configuration++
    }
    if (this.#isCalled) return
    this.#isCalled = true
    setImmediate(() => {
      this.#isCalled = false
      this.run().catch((error: unknown) => {
        this.#sources.logger.warn({ err: error }, 'integrations cannot be told')
      })
    })
  }

  /** Delivers all pending events to all integrations. Resolves when that is done. */
  async run(): Promise<void> {
    this.#calls++
    if (this.#isHalted()) return
    const ids = await this.#enabledIds()
    // a queue that ends before it is in the map would never be removed
    if (this.#isHalted()) return
    for (const id of ids) if (!this.#queues.has(id)) this.#queues.set(id, this.#workOff(id))
    await Promise.all(this.#queues.values())
  }

  /** Sends a test at once, besides the queue, and stores nothing. Throws 429 if too many are running. */
  async test(target: Target, event: DescribedEvent): Promise<AddonTest> {
    if (this.#tests >= MAX_TESTS)
      throw new AppError('RateLimitError', 'Other tests of integrations still wait for an answer. Try again.')
    this.#tests++
    try {
      return await deliverTest(target, event, this.#sources.terms, this.#ending.signal)
    } catch (error) {
      if (!this.#ending.signal.aborted) throw error
      throw new AppError('StoreUnavailableError', 'The service is being stopped.')
    } finally {
      this.#tests--
    }
  }

  /** Aborts running deliveries. They are sent again after the next start. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#queues.values())
  }

  async #enabledIds(): Promise<readonly number[]> {
    if (this.#enabled) return this.#enabled
    const configuration = this.#configuration
    const ids = await readEnabledIds(this.#sources.store.queries)
    if (configuration === this.#configuration) this.#enabled = ids
    return ids
  }

  #isHalted(): boolean {
    return this.#ending.signal.aborted || this.#sources.isPaused()
  }

  async #workOff(id: number): Promise<void> {
    try {
      for (let seen = -1; seen !== this.#calls;) {
        seen = this.#calls
        // whoever is at it is told of the same events, and looks again
        await this.#sources.store.peers.alone(`integration ${id}`, async () => {
          while (!this.#isHalted() && (await this.#tellNext(id)));
        })
      }
    } catch (error) {
      if (!this.#ending.signal.aborted)
        this.#sources.logger.warn({ err: error, integration: id }, 'an integration cannot be told')
    } finally {
      this.#queues.delete(id)
    }
  }

  /**
   * Delivers the next event, and returns whether there was one. Reads the integration anew each time, since
   * it may have changed.
   */
  async #tellNext(id: number): Promise<boolean> {
    const { store } = this.#sources
    // read first: later events are searched with the integration as it is then
    const last = await readLastEventId(store.queries)
    const addon = await findAddon(store.queries, id)
    if (!addon?.enabled) return false
    const after = Math.max(addon.position, this.#lookedThrough.get(id) ?? 0)
    const event = await findNextEvent(store.queries, { after, upTo: last }, streamFilterOf(addon))
    if (!event) {
      await this.#noteLookedThrough(id, addon.position, last)
      return false
    }
    // do not deliver an event that a power cut could undo
    await store.durable()
    const told = await this.#tell(addon, event)
    await store.transaction(async (queries) => {
      if (!(await findAddon(queries, id))) return
      await insertDelivery(queries, told)
      await advancePosition(queries, id, event.id)
    })
    this.#unnoted.delete(id)
    return true
  }

  /** Once, also when the store could not take the result the last time. */
  async #tell(addon: StoredAddon, event: Event): Promise<NewDelivery> {
    const { clock, terms } = this.#sources
    const unnoted = this.#unnoted.get(addon.id)
    if (unnoted?.eventId === event.id) return unnoted
    const described = describeEvent(event, terms.pagesUrl())
    const delivery = await deliver(addon, described, terms, this.#ending.signal)
    const createdAt = clock.now().toISOString()
    const told = { ...delivery, integrationId: addon.id, eventId: event.id, createdAt }
    this.#unnoted.set(addon.id, told)
    return told
  }

  async #noteLookedThrough(id: number, position: number, last: number): Promise<void> {
    this.#lookedThrough.set(id, last)
    if (last - position < NOTED_EVERY) return
    await this.#sources.store.transaction((queries) => advancePosition(queries, id, last))
  }
}
