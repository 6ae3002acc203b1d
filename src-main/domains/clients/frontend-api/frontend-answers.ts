import { compositeKey } from '#shared/composite-key.ts'
import type { EvaluatedFeature } from '#shared/flags/evaluation/index.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'
import type { Entity } from '#kernel/etag.ts'
import { CompiledFlags, type CompiledSet } from './compiled-flags.ts'
import { evaluateOne, evaluateSet, type AnswerForm, type EvaluationRequest } from './evaluate-set.ts'

/** Flags of a page or app, evaluated and ready to be sent. */
export interface FrontendAnswer {
  readonly entity: Entity
  /** Number of flags that are on. */
  readonly on: number
}

interface FrontendRequest extends EvaluationRequest {
  form: AnswerForm
}

/** An evaluation that was made, and how long the same context gives the same. */
interface Known {
  /** Place of its bytes, if they are kept. */
  readonly kept: string
  readonly on: number
  readonly from: number
  readonly until: number
  /** Characters of its key. */
  readonly size: number
}

/** Longer contexts are evaluated each time. */
const MAX_CHARACTERS = 2000
const MAX_KNOWN = 10_000
const MAX_KNOWN_CHARACTERS = 4 * 2 ** 20
const MAX_ENTITIES = 2000
const MAX_ENTITY_BYTES = 24 * 2 ** 20

/**
 * Evaluates all flags for a context. Results that do not depend on chance are noted until the configuration changes. When a
 * context comes again, the bytes of its answer are kept; contexts with the same answer share them (ADR 38).
 */
export class FrontendAnswers {
  readonly #compiled = new CompiledFlags()
  readonly #known = new BoundedCache<Known>({
    maxEntries: MAX_KNOWN,
    maxSize: MAX_KNOWN_CHARACTERS,
    sizeOf: ({ size }) => size,
  })
  readonly #entities = new BoundedCache<Entity>({
    maxEntries: MAX_ENTITIES,
    maxSize: MAX_ENTITY_BYTES,
    sizeOf: ({ bytes }) => bytes.length,
  })

  async of(request: FrontendRequest): Promise<FrontendAnswer> {
    const key = keyOf(request)
    const time = request.now.getTime()
    const noted = key === undefined ? undefined : this.#known.get(key)
    const known = noted && noted.from <= time && time < noted.until ? noted : undefined
    const kept = known && this.#entities.get(known.kept)
    if (kept) return { entity: kept, on: known.on }
    const set = await this.#setOf(request)
    const { draft, on, dependsOnChance, validUntil } = await evaluateSet(set, request, request.form)
    const { etag } = draft
    // answers of others never take this place, whatever their flags are called
    const place = compositeKey(request.form, request.environment, ...request.projects, etag)
    const entity = this.#entities.get(place) ?? {
      etag,
      bytes: draft.bytes(),
      comesAgain: known !== undefined,
    }
    if (key !== undefined && !dependsOnChance) {
      this.#known.set(key, { kept: place, on, from: time, until: validUntil, size: key.length })
      if (known) this.#entities.set(place, entity)
    }
    return { entity, on }
  }

  /** Evaluates a single flag by the protocol of OpenFeature. */
  async one(request: EvaluationRequest, feature: EvaluatedFeature) {
    return evaluateOne(await this.#setOf(request), request, feature)
  }

  #setOf({ configuration, environment, projects }: EvaluationRequest): Promise<CompiledSet> {
    return this.#compiled.of(configuration, environment, projects)
  }
}

/** Whole values, as callers choose the context. A session that was made up is nobody's. */
function keyOf({
  environment,
  projects,
  configuration,
  form,
  context,
  isSessionMadeUp,
}: FrontendRequest): string | undefined {
  const { sessionId, ...others } = context
  const session = isSessionMadeUp ? null : sessionId
  const { revision, audiences } = configuration
  const key = JSON.stringify([environment, projects, revision, audiences, form, session, others])
  return key.length > MAX_CHARACTERS ? undefined : key
}
