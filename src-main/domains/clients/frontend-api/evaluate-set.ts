import type {
  EvaluatedFeature,
  Evaluation,
  EvaluationContext,
  ParsedContext,
} from '#shared/flags/evaluation/index.ts'
import { Turn } from '#runtime/turn.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'
import { isRandom, type RemoteResult } from '../remote-evaluation/remote-result.ts'
import { AnswerDraft } from './answer-draft.ts'
import type { CompiledSet } from './compiled-flags.ts'

/** The flags that are on; all flags with reasons; all flags by the protocol of OpenFeature (ADR 53). */
export type AnswerForm = 'on' | 'reasoned' | 'remote'

export interface EvaluationRequest {
  configuration: EnvironmentConfiguration
  environment: string
  projects: readonly string[]
  context: EvaluationContext
  /** True if the session id was made up for this request. */
  isSessionMadeUp: boolean
  now: Date
  /** Returns a random number in [0, 1). */
  random: () => number
}

/** Flags evaluated for a context. */
interface Evaluated {
  readonly draft: AnswerDraft
  /** Number of flags that are on. */
  readonly on: number
  /** True if the same context may evaluate differently the next time. */
  readonly dependsOnChance: boolean
  /** Time, in milliseconds, before which the result stays the same. */
  readonly validUntil: number
}

/** Flags between two looks at the clock: the first evaluation compiles some of them. */
const STEP = 16

export function evaluateSet(
  set: CompiledSet,
  request: EvaluationRequest,
  form: AnswerForm,
): Promise<Evaluated> {
  if (form === 'on') return evaluateOn(set, request)
  return form === 'remote' && request.isSessionMadeUp
    ? evaluateForNobody(set, request)
    : evaluateAll(set, request, form)
}

/** Evaluates a single flag by the protocol of OpenFeature. */
export function evaluateOne(
  set: CompiledSet,
  request: EvaluationRequest,
  feature: EvaluatedFeature,
): { evaluation: Evaluation; result: RemoteResult } {
  const subject = subjectOf(set, request)
  const { evaluation, rendered } = set.compiler.flag(feature).decide(subject)
  const result = lacksKey(feature, subject, request) ? rendered.missingKeyResult : rendered.remoteResult
  return { evaluation, result }
}

const subjectOf = (
  { compiler, featureOf }: CompiledSet,
  { context, isSessionMadeUp, now, random }: EvaluationRequest,
): ParsedContext => compiler.subject(context, featureOf, { isSessionMadeUp, now, random })

async function evaluateOn(set: CompiledSet, request: EvaluationRequest): Promise<Evaluated> {
  const subject = subjectOf(set, request)
  const draft = new AnswerDraft('toggles')
  const turn = new Turn()
  const evaluation = set.table.flags.begin(subject)
  while (evaluation.advance(STEP)) if (turn.isOver) await turn.pause()
  set.table.write(evaluation, draft)
  return withLimits(draft, evaluation.on, subject)
}

async function evaluateAll(
  set: CompiledSet,
  request: EvaluationRequest,
  form: 'reasoned' | 'remote',
): Promise<Evaluated> {
  const subject = subjectOf(set, request)
  const draft = new AnswerDraft(form === 'remote' ? 'flags' : 'toggles')
  const turn = new Turn()
  let on = 0
  for (const [index, flag] of set.flags.entries()) {
    const { evaluation, rendered } = flag.decide(subject)
    if (evaluation.enabled) on += 1
    draft.addText(form === 'remote' ? rendered.remote : rendered.reasoned)
    if (index % STEP === 0 && turn.isOver) await turn.pause()
  }
  return withLimits(draft, on, subject)
}

/** Evaluates each flag by itself, as each notes for itself whether it needs a user or session. */
async function evaluateForNobody(set: CompiledSet, request: EvaluationRequest): Promise<Evaluated> {
  const draft = new AnswerDraft('flags')
  const turn = new Turn()
  let on = 0
  for (const [index, flag] of set.flags.entries()) {
    const subject = subjectOf(set, request)
    const { evaluation, rendered } = flag.decide(subject)
    if (evaluation.enabled) on += 1
    draft.addText(lacksKey(flag.feature, subject, request) ? rendered.missingKey : rendered.remote)
    if (index % STEP === 0 && turn.isOver) await turn.pause()
  }
  return { draft, on, dependsOnChance: true, validUntil: 0 }
}

const withLimits = (
  draft: AnswerDraft,
  on: number,
  { dependsOnChance, validUntil }: ParsedContext,
): Evaluated => ({ draft, on, dependsOnChance, validUntil })

/** Nobody's result that is a matter of chance, although the flag is not meant to be random, is an error. */
const lacksKey = (
  feature: EvaluatedFeature,
  { dependsOnChance }: ParsedContext,
  { isSessionMadeUp }: EvaluationRequest,
): boolean => isSessionMadeUp && dependsOnChance && !isRandom(feature)
