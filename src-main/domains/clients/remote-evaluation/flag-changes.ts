import { LruMap } from '#runtime/lru-map.ts'
import type { ClientConfiguration } from '../client-api/client-configuration.ts'
import type { ClientDeltas } from '../client-api/client-deltas.ts'
import { keyOfQuery, type ClientQuery } from '../client-api/client-query.ts'

/** Answers for tokens that many pages share, at one revision after the other. */
const KEPT = 1000

/** Change of what a token sees. */
export interface FlagChange {
  readonly hasChanged: boolean
  /** Revision up to which that is so. */
  readonly revision: number
}

/** Tells whether what a token sees has changed since a revision. Streams of the same token share the comparison. */
export class FlagChanges {
  readonly #configuration: ClientConfiguration
  readonly #deltas: ClientDeltas
  readonly #kept = new LruMap<string, Promise<FlagChange>>(KEPT)

  constructor(configuration: ClientConfiguration, deltas: ClientDeltas) {
    this.#configuration = configuration
    this.#deltas = deltas
  }

  revisionOf(environment: string): number {
    return this.#configuration.revisionOf(environment)
  }

  onChange(listener: () => void): () => void {
    return this.#configuration.onChange(listener)
  }

  /** Compares with a revision. One that is unknown or too old counts as changed. */
  since(query: ClientQuery, known: number | undefined): Promise<FlagChange> {
    const key = JSON.stringify([keyOfQuery(query), known, this.revisionOf(query.environment)])
    const kept = this.#kept.get(key)
    if (kept) return kept
    const change = this.#compare(query, known)
    this.#kept.set(key, change)
    change.catch(() => this.#kept.delete(key))
    return change
  }

  async #compare(query: ClientQuery, known: number | undefined): Promise<FlagChange> {
    const { delta, revision } = await this.#deltas.since(query, known)
    return { hasChanged: delta.events.length > 0, revision }
  }
}
