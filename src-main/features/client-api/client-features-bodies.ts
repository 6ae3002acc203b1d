import { inlineSegments, selectFeatures, usedSegments } from './client-features.ts'
import type { ClientConfiguration } from './client-configuration.ts'
import { hashQuery, type ClientQuery } from './client-query.ts'

interface Body {
  revision: number
  bytes: Buffer
}

/** Enough for every token of a large instance; the least recently made goes. */
const MAX_KEPT = 200

/**
 * The answers to GET /api/client/features, made once per query and revision and kept as bytes: a poll costs a look-up
 * (docs/architecture.md, "hot reads").
 */
export class ClientFeaturesBodies {
  readonly #configuration: ClientConfiguration
  readonly #kept = new Map<string, Body>()

  constructor(configuration: ClientConfiguration) {
    this.#configuration = configuration
  }

  /** The strong ETag of what `query` would get now. */
  etagOf(query: ClientQuery, hash = hashQuery(query)): string {
    return `"${hash}:${this.#configuration.revisionOf(query.environment)}:v1"`
  }

  /** The answer and its ETag, which belongs to exactly these bytes. */
  async get(query: ClientQuery): Promise<{ etag: string; bytes: Buffer }> {
    const hash = hashQuery(query)
    const kept = this.#kept.get(hash)
    if (kept?.revision === this.#configuration.revisionOf(query.environment)) {
      return { etag: etag(hash, kept.revision), bytes: kept.bytes }
    }
    const body = await this.#make(query, hash)
    this.#kept.delete(hash)
    this.#kept.set(hash, body)
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return { etag: etag(hash, body.revision), bytes: body.bytes }
  }

  async #make(query: ClientQuery, queryHash: string): Promise<Body> {
    const configuration = await this.#configuration.of(query.environment)
    const { revision, segments } = configuration
    const selected = selectFeatures(configuration, query)
    const body = {
      version: 2,
      features: query.inlineSegmentConstraints ? inlineSegments(selected, segments) : selected,
      query,
      ...(query.inlineSegmentConstraints ? {} : { segments: usedSegments(selected, segments) }),
      meta: { revisionId: revision, etag: etag(queryHash, revision), queryHash },
    }
    return { revision, bytes: Buffer.from(JSON.stringify(body)) }
  }
}

const etag = (hash: string, revision: number) => `"${hash}:${revision}:v1"`
