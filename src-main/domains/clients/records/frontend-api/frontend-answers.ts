import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import type { EvaluationContext } from '../../../../../src-shared/flags/evaluation/index.ts'
import { BoundedCache } from '../../../../kernel/bounded-cache.ts'
import type { Entity } from '../../../../kernel/entity.ts'
import { Turn } from '../../../../kernel/turn.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'
import { AnswerDraft } from './answer-draft.ts'
import { CompiledFlags } from './compiled-flags.ts'

/** Flags of a page or app, evaluated and ready to be sent. */
export interface FrontendAnswer {
  readonly entity: Entity
  /** Number of flags that are on. */
  readonly on: number
}

interface FrontendRequest {
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

/** Flags between two looks at the clock: the first evaluation compiles some of them. */
const STEP = 16

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
    const { subject, draft, on } = await this.#evaluate(request)
    const { etag } = draft
    // answers of others never take this place, whatever their flags are called
    const place = compositeKey(request.environment, ...request.projects, etag)
    const entity = this.#entities.get(place) ?? {
      etag,
      bytes: draft.bytes(),
      comesAgain: known !== undefined,
    }
    if (key !== undefined && !subject.dependsOnChance) {
      this.#known.set(key, { kept: place, on, from: time, until: subject.validUntil, size: key.length })
      if (known) this.#entities.set(place, entity)
    }
    return { entity, on }
  }

  async #evaluate({
    configuration,
    environment,
    projects,
    withReasons,
    context,
    ...surroundings
  }: FrontendRequest) {
    const { flags, table, compiler, featureOf } = await this.#compiled.of(
      configuration,
      environment,
      projects,
    )
    const subject = compiler.subject(context, featureOf, surroundings)
    const draft = new AnswerDraft()
    const turn = new Turn()
    if (!withReasons) {
      const evaluation = table.flags.begin(subject)
      while (evaluation.advance(STEP)) if (turn.isOver) await turn.pause()
      table.write(evaluation, draft)
      return { subject, draft, on: evaluation.on }
    }
    let on = 0
    for (const [index, flag] of flags.entries()) {
      const { evaluation, rendered } = flag.decide(subject)
      if (evaluation.enabled) on += 1
      draft.addText(rendered.reasoned)
      if (index % STEP === 0 && turn.isOver) await turn.pause()
    }
    return { subject, draft, on }
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
}: FrontendRequest): string | undefined {
  const { sessionId, ...others } = context
  const session = isSessionMadeUp ? null : sessionId
  const key = JSON.stringify([environment, projects, configuration.revision, withReasons, session, others])
  return key.length > MAX_CHARACTERS ? undefined : key
}
