import type { Delta } from '../../../src-shared/schemas/client.ts'
import type { ClientConfiguration, EnvironmentConfiguration } from './client-configuration.ts'
import { hashQuery, type ClientQuery } from './client-query.ts'
import { differenceOf, hydrationOf } from './delta.ts'

/** SDKs that were away for longer get everything again. */
const KEPT_REVISIONS = 50

/** What has changed for an SDK since it last asked. Configurations of the past share all flags that did not change. */
export class ClientDeltas {
  readonly #configuration: ClientConfiguration
  readonly #past = new Map<string, Map<number, EnvironmentConfiguration>>()

  constructor(configuration: ClientConfiguration) {
    this.#configuration = configuration
  }

  etagOf(query: ClientQuery): string {
    return `"${hashQuery(query)}:${this.#configuration.revisionOf(query.environment)}:delta"`
  }

  /** The changes since a revision; all there is, when that is unknown. */
  async since(query: ClientQuery, revision: number | undefined): Promise<{ delta: Delta; revision: number }> {
    const now = await this.#configuration.of(query.environment)
    const past = this.#past.get(query.environment) ?? new Map<number, EnvironmentConfiguration>()
    this.#past.set(query.environment, past)
    const before = revision === undefined ? undefined : past.get(revision)
    past.set(now.revision, now)
    if (past.size > KEPT_REVISIONS) past.delete(past.keys().next().value ?? 0)
    const delta = before ? differenceOf(before, now, query) : hydrationOf(now, query)
    return { delta, revision: now.revision }
  }
}

/** The revision that an ETag of ours names, for this very query. */
export function revisionOfEtag(etag: string | undefined, query: ClientQuery): number | undefined {
  const [, hash, revision] = /^(?:W\/)?"([0-9a-f]{8}):(\d+):delta"$/.exec(etag?.trim() ?? '') ?? []
  return hash === hashQuery(query) ? Number(revision) : undefined
}
