import { randomBytes } from 'node:crypto'

import type { Delta } from '#shared/clients/schemas/client.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'
import { SharedWork } from '#runtime/shared-work.ts'
import type { ClientConfiguration, EnvironmentConfiguration } from './client-configuration.ts'
import { hashQuery, keyOfQuery, type ClientQuery } from './client-query.ts'
import { overriddenAudiences, viewOf } from './overlay-views.ts'
import { differenceOf, hydrationOf, toBytes } from './delta.ts'

/**
 * Makes the mark of a process in its ETags. Another one may have read a revision a moment earlier or later, with other content:
 * a change since then would be missing in its delta (ADR 41). Workers have exactly what their main process has, and its mark.
 */
const makeMark = () => randomBytes(6).toString('base64url')

/** Number of revisions kept. SDKs that were away for longer receive everything again. */
const KEPT_REVISIONS = 50

/** Maximum number of flags in all past configurations together: each takes memory in a map. */
const KEPT_FLAGS = 2_000_000

/** Texts of a whole configuration that are known, as long as somebody holds them. */
const MAX_HELD = 200

/** Options of a process that answers for another one. */
export interface DeltaOptions {
  mark?: string
  /** Maximum number of flags in all past configurations together. */
  maxFlags?: number
}

interface DeltaBytes {
  bytes: Buffer
  revision: number
  /** It has nothing new. */
  isEmpty: boolean
}

interface Held {
  bytes: WeakRef<Buffer>
  revision: number
}

/** Changes for an SDK since its last request. Past configurations share all unchanged flags. */
export class ClientDeltas {
  readonly mark: string
  readonly #maxFlags: number
  readonly #configuration: Pick<ClientConfiguration, 'of' | 'revisionOf' | 'keeps'>
  readonly #past = new Map<string, Map<number, EnvironmentConfiguration>>()

  readonly #making = new SharedWork<DeltaBytes>()
  /** Texts that slow connections still hold serve those that come meanwhile; a text that nobody holds goes. */
  readonly #held = new BoundedCache<Held>({ maxEntries: MAX_HELD, maxSize: MAX_HELD, sizeOf: () => 1 })

  constructor(
    configuration: Pick<ClientConfiguration, 'of' | 'revisionOf' | 'keeps'>,
    { mark = makeMark(), maxFlags = KEPT_FLAGS }: DeltaOptions = {},
  ) {
    this.#configuration = configuration
    this.mark = mark
    this.#maxFlags = maxFlags
  }

  etagOf(query: ClientQuery, revision = this.#configuration.revisionOf(query.environment)): string {
    return `"${hashQuery(query)}:${revision}:delta:${this.mark}"`
  }

  /** Reads the revision from an ETag of this process, if it belongs to this query. */
  revisionOfEtag(etag: string | undefined, query: ClientQuery): number | undefined {
    const [, hash, revision, mark] =
      /^(?:W\/)?"([0-9a-f]{64}):(\d+):delta:([\w-]+)"$/.exec(etag?.trim() ?? '') ?? []
    return hash === hashQuery(query) && mark === this.mark ? Number(revision) : undefined
  }

  /** Finds those of the audiences that overrides are for, now or at a revision that an SDK has. */
  async overriddenAudiences(
    environment: string,
    revision: number | undefined,
    audiences: readonly string[],
  ): Promise<readonly string[]> {
    const now = await this.#configuration.of(environment)
    const before = revision === undefined ? undefined : this.#past.get(environment)?.get(revision)
    const named = [now, ...(before ? [before] : [])].flatMap((one) => overriddenAudiences(one, audiences))
    return audiences.filter((one) => named.includes(one))
  }

  /** Returns the changes since a revision, or everything if the revision is unknown. */
  async since(query: ClientQuery, revision: number | undefined): Promise<{ delta: Delta; revision: number }> {
    const now = await this.#configuration.of(query.environment)
    const before = revision === undefined ? undefined : this.#past.get(query.environment)?.get(revision)
    if (this.#configuration.keeps(query.environment)) this.#keep(query.environment, now)
    const view = viewOf(now, query.audiences)
    const delta = before
      ? await differenceOf(viewOf(before, query.audiences), view, query)
      : hydrationOf(view, query)
    return { delta, revision: now.revision }
  }

  /** Returns the same as bytes, tens of megabytes at the limits: made once for all who ask for it meanwhile. */
  async bytesSince(query: ClientQuery, revision: number | undefined): Promise<DeltaBytes> {
    const { environment } = query
    const isKept = revision !== undefined && this.#past.get(environment)?.has(revision) === true
    const revisionOf = () => this.#configuration.revisionOf(environment)
    if (isKept)
      return this.#making.run({
        key: `${keyOfQuery(query)} ${revision}`,
        revisionOf,
        work: () => this.#make(query, revision),
      })
    const key = keyOfQuery(query)
    const held = this.#held.get(key)
    const bytes = held?.revision === revisionOf() ? held.bytes.deref() : undefined
    if (held && bytes) return { bytes, revision: held.revision, isEmpty: false }
    return this.#making.run({
      key,
      revisionOf,
      work: async () => {
        const made = await this.#make(query)
        this.#held.set(key, { bytes: new WeakRef(made.bytes), revision: made.revision })
        return made
      },
    })
  }

  async #make(query: ClientQuery, before?: number): Promise<DeltaBytes> {
    const { delta, revision } = await this.since(query, before)
    return { bytes: await toBytes(delta), revision, isEmpty: delta.events.length === 0 }
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
    while (past.size > 1 && this.#all().reduce((sum, one) => sum + one.features.size, 0) > this.#maxFlags)
      dropOldest([...this.#past.values()].reduce((a, b) => (b.size > a.size ? b : a)))
  }

  #all(): EnvironmentConfiguration[] {
    return [...this.#past.values()].flatMap((past) => [...past.values()])
  }
}

const dropOldest = (past: Map<number, EnvironmentConfiguration>) => past.delete(past.keys().next().value ?? 0)
