import type { CommittedEvent } from '#kernel/event.ts'
import { DatabaseUnavailable } from '#store/store-errors.ts'
import type { ConfiguredFeature, ConfiguredSegment } from './client-features.read-model.ts'

/** Everything that SDKs may see of one environment, at one revision. */
export interface EnvironmentConfiguration {
  /**
   * The newest event that concerns the environment: rises with every change
   * (docs/contract/clients.md#client-features).
   */
  revision: number
  features: ReadonlyMap<string, ConfiguredFeature>
  segments: readonly ConfiguredSegment[]
  /** Audiences by token or header whose overrides are laid over it, too (overlay-views.ts); absent: none. */
  audiences?: readonly string[]
}

/** Revision of an environment; null: of all of them. */
export interface EnvironmentRevision {
  environment: string | null
  revision: number
}

/** Request for the configuration of an environment as it is now. */
export interface AskedEnvironment {
  environment: string
  /** Newest revision that is known. */
  revision: number
  /** Configuration that was read last; undefined: none is kept. */
  kept: EnvironmentConfiguration | undefined
  /** Changes since then; undefined: not known. */
  changes: Changes | undefined
}

/**
 * Reads the configuration of SDKs: from the database, or from the main process (src-main/workers). Throws DatabaseUnavailable while
 * that is away.
 */
export interface ConfigurationSource {
  revisions(): Promise<readonly EnvironmentRevision[]>
  exists(environment: string): Promise<boolean>
  segments(): Promise<readonly ConfiguredSegment[]>
  read(asked: AskedEnvironment): Promise<EnvironmentConfiguration>
}

/** After a database could not be read, what is kept is served for so long before it is tried again. */
const AWAY_MS = 1000

/** Part of an event that says what SDKs get anew. */
export type ClientEvent = Pick<
  CommittedEvent,
  'id' | 'type' | 'affectsClients' | 'environment' | 'featureName'
>

/** Changes since a configuration was read: names of flags, or anything. */
type Changes = ReadonlySet<string> | 'anything'

/**
 * Configuration of every existing environment, in memory. Requests of SDKs and the frontend API are answered
 * from here, never from the database (docs/architecture.md, "hot reads"). After a change of one flag, only
 * that flag is read again. Callers may name any environment. An unknown one is looked up on each request and
 * not stored.
 */
export class ClientConfiguration {
  readonly #source: ConfigurationSource
  /** Latest revision of every environment, including deleted ones: a revision never goes back. */
  readonly #revisions = new Map<string, number>()
  #commonRevision = 0
  readonly #kept = new Map<string, EnvironmentConfiguration>()
  readonly #changes = new Map<string, Set<string> | 'anything'>()
  #awayUntil = 0
  readonly #loading = new Map<string, Promise<EnvironmentConfiguration>>()

  constructor(source: ConfigurationSource) {
    this.#source = source
  }

  readonly #listeners = new Set<() => void>()

  async load(): Promise<void> {
    for (const { environment, revision } of await this.#source.revisions()) {
      if (environment === null) this.#commonRevision = revision
      else this.#revisions.set(environment, revision)
    }
  }

  /** Records changes. Changed flags are read again on the next request. */
  readonly noteEvents = (events: readonly ClientEvent[]): void => {
    for (const event of events) {
      if (!event.affectsClients) continue
      if (event.type === 'environment-deleted' && event.environment !== undefined)
        this.#forget(event.environment)
      if (event.environment === undefined) this.#commonRevision = Math.max(this.#commonRevision, event.id)
      else
        this.#revisions.set(
          event.environment,
          Math.max(this.#revisions.get(event.environment) ?? 0, event.id),
        )
      for (const [environment, changes] of this.#changes) {
        if (event.environment !== undefined && event.environment !== environment) continue
        if (event.featureName === undefined) this.#changes.set(environment, 'anything')
        else if (changes !== 'anything') changes.add(event.featureName)
      }
    }
    if (!events.some((event) => event.affectsClients)) return
    // something was committed, or read: the database is back, and who wrote it must find it
    this.#awayUntil = 0
    for (const listener of this.#listeners) listener()
  }

  /** Subscribes to changes of all environments. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  revisionOf(environment: string): number {
    return Math.max(this.#commonRevision, this.#revisions.get(environment) ?? 0)
  }

  /** The latest revision of each environment, and of what all have in common. */
  revisions(): EnvironmentRevision[] {
    return [
      { environment: null, revision: this.#commonRevision },
      ...Array.from(this.#revisions, ([environment, revision]) => ({ environment, revision })),
    ]
  }

  /** Checks whether an environment exists and has been requested. */
  keeps(environment: string): boolean {
    return this.#kept.has(environment)
  }

  #forget(environment: string): void {
    this.#kept.delete(environment)
    this.#changes.delete(environment)
  }

  /**
   * Returns the configuration of an environment, no older than the last change on disk. While a database on a server is
   * away, it is the one that was read last (ADR 36).
   */
  async of(environment: string): Promise<EnvironmentConfiguration> {
    const kept = this.#kept.get(environment)
    if (kept && (kept.revision === this.revisionOf(environment) || performance.now() < this.#awayUntil))
      return kept
    const running = this.#loading.get(environment)
    if (running) {
      await running
      return this.of(environment) // may have changed meanwhile
    }
    const loading = this.#read(environment, kept)
      .catch((error: unknown) => {
        if (!kept || !(error instanceof DatabaseUnavailable)) throw error
        this.#awayUntil = performance.now() + AWAY_MS
        return kept
      })
      .finally(() => this.#loading.delete(environment))
    this.#loading.set(environment, loading)
    return loading
  }

  async #read(
    environment: string,
    kept: EnvironmentConfiguration | undefined,
  ): Promise<EnvironmentConfiguration> {
    // take revision and changes before reading: a change during the reading is then read again
    const revision = this.revisionOf(environment)
    if (!kept && !(await this.#source.exists(environment)))
      return { revision, features: new Map(), segments: await this.#source.segments() }
    const changes = this.#changes.get(environment)
    this.#changes.set(environment, new Set())
    try {
      const configuration = await this.#source.read({ environment, revision, kept, changes })
      // unless it was deleted meanwhile
      if (this.#changes.has(environment)) this.#kept.set(environment, configuration)
      return configuration
    } catch (error) {
      if (this.#changes.has(environment)) this.#changes.set(environment, 'anything')
      throw error
    }
  }
}
