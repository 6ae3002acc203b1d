import { BoundedCache } from '#runtime/bounded-cache.ts'
import { jsonInSteps } from '#runtime/json-in-steps.ts'
import { SharedWork } from '#runtime/shared-work.ts'
import { inlinerOf, selectFeatures, usedSegments } from './client-features.ts'
import type { ClientConfiguration } from './client-configuration.ts'
import { viewOf } from './overlay-views.ts'
import { hashQuery, keyOfQuery, type ClientQuery } from './client-query.ts'

interface Body {
  revision: number
  etag: string
  bytes: Buffer
}

/** Enough for every token of a large instance. */
const MAX_KEPT = 200
const MAX_KEPT_BYTES = 128 * 1024 * 1024

/**
 * The answers to GET /api/client/features, made once per query and revision and kept as bytes: a poll costs a look-up
 * (docs/architecture.md, "The client API from memory").
 */
export class ClientFeaturesBodies {
  readonly #configuration: Pick<ClientConfiguration, 'of' | 'revisionOf'>
  readonly #kept = new BoundedCache<Body>({
    maxEntries: MAX_KEPT,
    maxSize: MAX_KEPT_BYTES,
    sizeOf: ({ bytes }) => bytes.length,
  })
  readonly #making = new SharedWork<Body>()

  constructor(configuration: Pick<ClientConfiguration, 'of' | 'revisionOf'>) {
    this.#configuration = configuration
  }

  /** The strong ETag of the current answer to `query`. */
  etagOf(query: ClientQuery): string {
    return etagFor(hashQuery(query), this.#configuration.revisionOf(query.environment))
  }

  /** The answer with its revision and its ETag, which belong to exactly these bytes. */
  async get(query: ClientQuery): Promise<Body> {
    const key = keyOfQuery(query)
    const kept = this.#kept.get(key)
    if (kept?.revision === this.#configuration.revisionOf(query.environment)) return kept
    return this.#making.run({
      key,
      revisionOf: () => this.#configuration.revisionOf(query.environment),
      work: async () => {
        // out of date: its bytes can go before the new ones come
        this.#kept.delete(key)
        const body = await this.#make(query)
        this.#kept.set(key, body)
        return body
      },
    })
  }

  async #make(query: ClientQuery): Promise<Body> {
    const { audiences, ...answered } = query
    const configuration = viewOf(await this.#configuration.of(query.environment), audiences)
    const { revision, segments } = configuration
    const queryHash = hashQuery(query)
    const etag = etagFor(queryHash, revision)
    const selected = selectFeatures(configuration, query)
    // tens of megabytes at the limits: serialise in steps, in the order of the properties
    const features = query.inlineSegmentConstraints
      ? await jsonInSteps(selected, inlinerOf(segments))
      : await jsonInSteps(selected, (feature) => feature)
    const rest = {
      query: answered,
      ...(query.inlineSegmentConstraints ? {} : { segments: usedSegments(selected, segments) }),
      meta: { revisionId: revision, etag, queryHash },
    }
    const bytes = Buffer.concat([
      Buffer.from('{"version":2,"features":'),
      ...features,
      Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
    ])
    return { revision, etag, bytes }
  }
}

const etagFor = (hash: string, revision: number) => `"${hash}:${revision}:v1"`
