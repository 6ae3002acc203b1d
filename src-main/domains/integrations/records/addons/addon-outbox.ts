import type { AddonTest } from '../../../../../src-shared/integrations/schemas/addon-test.ts'
import type { Event } from '../../../../../src-shared/audit/schemas/event.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { CommittedEvent } from '../../../../kernel/event.ts'
import type { Logger } from '../../../../kernel/logger.ts'
import type { Queries } from '../../../../store/queries.ts'
import { describeEvent, type DescribedEvent } from '../../../audit/records/events/described-events.ts'
import { findNextEvent, readLastEventId } from '../../../audit/records/events/events.read-model.ts'
import { advance, findAddon, readEnabledIds, type StoredAddon } from './addons.store.ts'
import { deliver, type DeliveryTerms } from './deliver.ts'
import { deliverTest } from './deliver-test.ts'
import { insertDelivery, type NewDelivery } from './integration-events.store.ts'
import type { Target } from './requests/requests-for.ts'
import { streamFilterOf } from './stream-position.ts'

interface Sources {
  store: {
    readonly queries: Queries
    transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
    durable(): Promise<void>
  }
  clock: Clock
  logger: Logger
  /** While this says so, nobody is told of anything; what comes meanwhile is told of later. */
  isPaused: () => boolean
  terms: DeliveryTerms
}

/**
 * Number of irrelevant events after which the position is stored, so that a restart need not read them again.
 */
const NOTED_EVERY = 1000
/** So many tests may wait for an answer at the same time, of all that ask for one. */
const MAX_TESTS = 5

/**
 * Tells integrations of what happened, after it is on the disk and beside everything else: each reads the one event
 * stream from its own position, in order, and does not wait for the others. The position is stored with the result, so a
 * stop between the two has an event told again, and none left out (ADR 0022).
 */
export class AddonOutbox {
  readonly #sources: Sources
  /** Running deliveries by integration. Each runs until no event is left. */
  readonly #queues = new Map<number, Promise<void>>()
  /** Position up to which no relevant event was found, beyond the stored one, by integration. */
  readonly #lookedThrough = new Map<number, number>()
  /** Last delivery of each integration, until it is stored. */
  readonly #unnoted = new Map<number, NewDelivery>()
  readonly #ending = new AbortController()
  #enabled: readonly number[] | undefined
  /** Rises with every change of an integration: a list that was read before it is not kept. */
  #configuration = 0
  /** Rises with every call: who is in doubt looks again. */
  #calls = 0
  #isCalled = false
  #tests = 0

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** For the event bus: costs the writer nothing. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    if (events.some(({ type }) => type.startsWith('addon-config-'))) {
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

  /** Tells all of everything that waits; resolves when that is done. */
  async run(): Promise<void> {
    this.#calls++
    if (this.#isHalted()) return
    const ids = await this.#enabledIds()
    // a queue that ends at once, before it is among the others, would never leave them
    if (this.#isHalted()) return
    for (const id of ids) if (!this.#queues.has(id)) this.#queues.set(id, this.#workOff(id))
    await Promise.all(this.#queues.values())
  }

  /** Sends a test at once, beside what waits; nothing of it is noted. Throws 429 when too many are on their way. */
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

  /** Ends what is on its way; it is told again after the next start. */
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
        while (!this.#isHalted() && (await this.#tellNext(id)));
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
    // first of all: what comes after it is looked for by the integration as it is then
    const last = await readLastEventId(store.queries)
    const addon = await findAddon(store.queries, id)
    if (!addon?.enabled) return false
    const after = Math.max(addon.position, this.#lookedThrough.get(id) ?? 0)
    const event = await findNextEvent(store.queries, { after, upTo: last }, streamFilterOf(addon))
    if (!event) {
      await this.#noteLookedThrough(id, addon.position, last)
      return false
    }
    // nobody is told of what a power cut could take back
    await store.durable()
    const told = await this.#tell(addon, event)
    await store.transaction(async (queries) => {
      if (!(await findAddon(queries, id))) return
      await insertDelivery(queries, told)
      await advance(queries, id, event.id)
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
    await this.#sources.store.transaction((queries) => advance(queries, id, last))
  }
}
