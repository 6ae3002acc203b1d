import {
  evaluateFlag,
  type Evaluation,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import type { Override } from '#shared/flags/schemas/override.ts'
import {
  contextInWords,
  expectedInWords,
  resultInWords,
  toleranceOf,
} from '#shared/insight/expectations/expectation-words.ts'
import type {
  ExpectationResult,
  ExpectedResult,
  FlagExpectation,
} from '#shared/insight/schemas/expectation.ts'
import { percentage } from '#shared/figures.ts'
import type { Turn } from '#runtime/turn.ts'
import { reasonsInWords, toContext } from '../explain/explain-flag.ts'

/** Flags of an environment, as they are evaluated. */
export interface FlagSources {
  evaluation: EvaluationSources
  overridesOf: (flag: string) => readonly Override[]
  /** Project of a flag that is archived. */
  archivedIn: (flag: string) => string | undefined
}

export type Outcome = Pick<ExpectationResult, 'passed' | 'message' | 'explanation' | 'context'>

/** Compares the result of a flag with an expectation, and explains where it differs. */
export async function checkFlag(one: FlagExpectation, flags: FlagSources, turn: Turn): Promise<Outcome> {
  return one.users ? checkShare(one, flags, turn) : checkContexts(one, flags, turn)
}

async function checkContexts(one: FlagExpectation, flags: FlagSources, turn: Turn): Promise<Outcome> {
  for (const sent of one.contexts ?? [{}]) {
    const context = toContext(sent, one.environment)
    const found = evaluateFlag(one.flag, context, flags.evaluation, { trace: 'none' })
    if (!isAsExpected(found, one.expect))
      return failure(one, flags, { sent, context, found, evaluation: flags.evaluation })
    if (turn.isOver) await turn.pause()
  }
  return { passed: true, message: expectedInWords(one), explanation: [] }
}

const isAsExpected = (
  { enabled, variant, reason }: Evaluation,
  expected: Pick<ExpectedResult, 'enabled' | 'variant' | 'reason'>,
): boolean =>
  enabled === expected.enabled &&
  (expected.variant === undefined || variant.name === expected.variant) &&
  (expected.reason === undefined || reason === expected.reason)

/** A context with its result. */
interface Evaluated {
  sent: Record<string, unknown>
  context: EvaluationContext
  found: Evaluation
  /** Sources of the same chance. */
  evaluation: EvaluationSources
}

const constantly = (value: number) => () => value

function failure(one: FlagExpectation, flags: FlagSources, differing: Evaluated): Outcome {
  const { sent, found } = differing
  const { variant, reason } = one.expect
  const result = resultInWords({
    enabled: found.enabled,
    ...(variant === undefined ? {} : { variant: found.variant.name }),
    ...(reason === undefined ? {} : { reason: found.reason }),
  })
  const who = contextInWords(sent)
  return {
    passed: false,
    message: `expected ${expectedInWords(one)}, is ${result}${who === '' ? '' : ` for ${who}`}`,
    explanation: explained(one.flag, flags, differing),
    context: sent,
  }
}

function explained(flag: string, flags: FlagSources, { context, evaluation }: Evaluated): string[] {
  return reasonsInWords(evaluateFlag(flag, context, evaluation, { trace: 'full' }), {
    overrides: flags.overridesOf(flag),
    archivedIn: flags.archivedIn(flag),
    context,
  })
}

async function checkShare(one: FlagExpectation, flags: FlagSources, turn: Turn): Promise<Outcome> {
  const { count, field = 'userId', context: fixed = {} } = one.users ?? { count: 1 }
  const { [field]: _own, ...others } = fixed
  let matching = 0
  let agreeing: Evaluated | undefined
  let differing: Evaluated | undefined
  let place = 0
  // chance differs from user to user, and is the same in each run
  const evaluation = { ...flags.evaluation, random: () => (place + 0.5) / count }
  for (; place < count; place += 1) {
    const sent = { [field]: `user-${place + 1}`, ...others }
    const context = toContext(sent, one.environment)
    const found = evaluateFlag(one.flag, context, evaluation, { trace: 'none' })
    const user = {
      sent,
      context,
      found,
      evaluation: { ...evaluation, random: constantly((place + 0.5) / count) },
    }
    if (isAsExpected(found, one.expect)) {
      matching += 1
      agreeing ??= user
    } else differing ??= user
    if (turn.isOver) await turn.pause()
  }
  const { share } = one.expect
  if (share === undefined)
    return differing === undefined
      ? { passed: true, message: expectedInWords(one), explanation: [] }
      : failure(one, flags, differing)
  const found = (100 * matching) / count
  const message = `${resultInWords(one.expect)} for ${percentage(found)} of ${count} users`
  if (Math.abs(found - share) <= toleranceOf(one.expect)) return { passed: true, message, explanation: [] }
  // one of too many: the rule that decides for such a user is what is to be changed
  const example = found > share ? agreeing : differing
  return {
    passed: false,
    message: `expected ${expectedInWords(one)}, is ${message}`,
    explanation: example ? [`${contextInWords(example.sent)}:`, ...explained(one.flag, flags, example)] : [],
  }
}
