import { hash } from 'node:crypto'

import type { EvaluationContext } from '../../../../../src-shared/flags/evaluation/index.ts'
import { BoundedCache } from '../../../../kernel/bounded-cache.ts'
import type { Entity } from '../../../../kernel/entity.ts'
import { Turn } from '../../../../kernel/turn.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'
import { CompiledFlags } from './compiled-flags.ts'

/** Flags of a page or app, evaluated and ready to be sent. */
export interface FrontendAnswer {
  readonly entity: Entity
  /** Number of flags that are on. */
  readonly on: number
}

interface Asked {
  configuration: EnvironmentConfiguration
  environment: string
  projects: readonly string[]
  context: EvaluationContext
  /** True if the session id was made up for this request. */
  isSessionMadeUp: boolean
  /** All flags, each with why it is as it is (ADR 0011). */
  withReasons: boolean
  now: Date
  /** Returns a random number in [0, 1). */
  random: () => number
}

/** An evaluation that was made, and how long the same context gives the same. */
interface Known {
  readonly etag: string
  readonly on: number
  readonly from: number
  readonly until: number
  /** Characters of its key. */
  readonly size: number
}

/** Longer contexts are evaluated each time. */
const MOST_CHARACTERS = 2000
const MOST_KNOWN = 10_000
const MOST_KNOWN_CHARACTERS = 4 * 2 ** 20
const MOST_ENTITIES = 2000
const MOST_ENTITY_BYTES = 24 * 2 ** 20

/** Flags between two looks at the clock: the first evaluation compiles them. */
const STEP = 8

/**
 * Evaluates all flags for a context. Results that do not depend on chance are kept for contexts that come again, until the
 * configuration changes; contexts with the same result share its bytes (ADR 38).
 */
export class FrontendAnswers {
  readonly #compiled = new CompiledFlags()
  readonly #known = new BoundedCache<Known>({
    maxEntries: MOST_KNOWN,
    maxSize: MOST_KNOWN_CHARACTERS,
    sizeOf: ({ size }) => size,
  })
  readonly #entities = new BoundedCache<Entity>({
    maxEntries: MOST_ENTITIES,
    maxSize: MOST_ENTITY_BYTES,
    sizeOf: ({ bytes }) => bytes.length,
  })

  async of(asked: Asked): Promise<FrontendAnswer> {
    const key = keyOf(asked)
    const time = asked.now.getTime()
    const known = key === undefined ? undefined : this.#known.get(key)
    if (known && known.from <= time && time < known.until) {
      const entity = this.#entities.get(known.etag)
      if (entity) return { entity, on: known.on }
    }
    const { subject, texts, etag, on } = await this.#evaluate(asked)
    const entity = this.#entities.get(etag) ?? this.#join(etag, texts)
    if (key !== undefined && !subject.dependsOnChance)
      this.#known.set(key, { etag, on, from: time, until: subject.validUntil, size: key.length })
    return { entity, on }
  }

  async #evaluate({ configuration, environment, projects, withReasons, context, ...surroundings }: Asked) {
    const { flags, compiler, featureOf } = await this.#compiled.of(configuration, environment, projects)
    const subject = compiler.subject(context, featureOf, surroundings)
    const texts: string[] = []
    const digests: string[] = []
    let [on, length] = [0, 0]
    const turn = new Turn()
    for (const [index, flag] of flags.entries()) {
      const { evaluation, rendered } = flag.decide(subject)
      if (evaluation.enabled) on += 1
      if (evaluation.enabled || withReasons) {
        const { json, digest } = withReasons ? rendered.reasoned : rendered.plain
        texts.push(json)
        digests.push(digest)
        length += json.length
      }
      if (index % STEP === 0 && turn.isOver) await turn.pause()
    }
    const etag = `W/"${length.toString(16)}-${hash('sha1', digests.join(''), 'base64').slice(0, 27)}"`
    return { subject, texts, etag, on }
  }

  #join(etag: string, texts: readonly string[]): Entity {
    const entity = { etag, bytes: Buffer.from(`{"toggles":[${texts.join(',')}]}`) }
    this.#entities.set(etag, entity)
    return entity
  }
}

/** Whole values, as callers choose the context. A session that was made up is nobody's. */
function keyOf({
  environment,
  projects,
  configuration,
  withReasons,
  context,
  isSessionMadeUp,
}: Asked): string | undefined {
  const { sessionId, ...others } = context
  const session = isSessionMadeUp ? null : sessionId
  const key = JSON.stringify([environment, projects, configuration.revision, withReasons, session, others])
  return key.length > MOST_CHARACTERS ? undefined : key
}
