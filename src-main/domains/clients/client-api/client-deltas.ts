import { randomBytes } from 'node:crypto'

import type { Delta } from '#shared/clients/schemas/client.ts'
import { SharedWork } from '#runtime/shared-work.ts'
import type { ClientConfiguration, EnvironmentConfiguration } from './client-configuration.ts'
import { hashQuery, keyOfQuery, type ClientQuery } from './client-query.ts'
import { differenceOf, hydrationOf, toBytes } from './delta.ts'

/**
 * Mark of this process in its ETags. Another one may have read a revision a moment earlier or later, with other content:
 * a change since then would be missing in its delta (ADR 41).
 */
const PROCESS = randomBytes(6).toString('base64url')

/** Number of revisions kept. SDKs that were away for longer receive everything again. */
const KEPT_REVISIONS = 50

/** Maximum number of flags in all past configurations together: each takes memory in a map. */
const KEPT_FLAGS = 2_000_000

interface DeltaBytes {
  bytes: Buffer
  revision: number
}

/** Changes for an SDK since its last request. Past configurations share all unchanged flags. */
export class ClientDeltas {
  readonly #configuration: ClientConfiguration
  readonly #past = new Map<string, Map<number, EnvironmentConfiguration>>()

  readonly #hydrations = new SharedWork<DeltaBytes>()

  constructor(configuration: ClientConfiguration) {
    this.#configuration = configuration
  }

  etagOf(query: ClientQuery, revision = this.#configuration.revisionOf(query.environment)): string {
    return `"${hashQuery(query)}:${revision}:delta:${PROCESS}"`
  }

  /** Returns the changes since a revision, or everything if the revision is unknown. */
  async since(query: ClientQuery, revision: number | undefined): Promise<{ delta: Delta; revision: number }> {
    const now = await this.#configuration.of(query.environment)
    const before = revision === undefined ? undefined : this.#past.get(query.environment)?.get(revision)
    if (this.#configuration.keeps(query.environment)) this.#keep(query.environment, now)
    const delta = before ? await differenceOf(before, now, query) : hydrationOf(now, query)
    return { delta, revision: now.revision }
  }

  /** Returns the same as bytes. Everything, tens of megabytes at the limits, is made once for all who ask for it meanwhile. */
  bytesSince(query: ClientQuery, revision: number | undefined): Promise<DeltaBytes> {
    const { environment } = query
    const bytesFrom = async (before?: number) => {
      const { delta, revision: now } = await this.since(query, before)
      return { bytes: await toBytes(delta), revision: now }
    }
    if (revision !== undefined && this.#past.get(environment)?.has(revision)) return bytesFrom(revision)
    return this.#hydrations.run({
      key: keyOfQuery(query),
      revisionOf: () => this.#configuration.revisionOf(environment),
      work: () => bytesFrom(),
    })
  }

  /** For tests: the revisions that are kept, of all environments. */
  get keptRevisions(): number {
    return this.#all().length
  }

  #keep(environment: string, now: EnvironmentConfiguration): void {
    const past = this.#past.get(environment) ?? new Map<number, EnvironmentConfiguration>()
    this.#past.set(environment, past)
    if (past.has(now.revision)) return
    past.set(now.revision, now)
    if (past.size > KEPT_REVISIONS) dropOldest(past)
    for (const name of this.#past.keys()) if (!this.#configuration.keeps(name)) this.#past.delete(name)
    while (past.size > 1 && this.#all().reduce((sum, one) => sum + one.features.size, 0) > KEPT_FLAGS)
      dropOldest([...this.#past.values()].reduce((a, b) => (b.size > a.size ? b : a)))
  }

  #all(): EnvironmentConfiguration[] {
    return [...this.#past.values()].flatMap((past) => [...past.values()])
  }
}

const dropOldest = (past: Map<number, EnvironmentConfiguration>) => past.delete(past.keys().next().value ?? 0)

/** Reads the revision from an ETag of this process, if it belongs to this query. */
export function revisionOfEtag(etag: string | undefined, query: ClientQuery): number | undefined {
  const [, hash, revision, process] =
    /^(?:W\/)?"([0-9a-f]{64}):(\d+):delta:([\w-]+)"$/.exec(etag?.trim() ?? '') ?? []
  return hash === hashQuery(query) && process === PROCESS ? Number(revision) : undefined
}
