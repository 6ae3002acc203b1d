import { RE2JS } from 're2js'

import { messageOf } from '../errors/message-of.ts'
import { compositeKey } from '../composite-key.ts'
import { estimateProgramSize } from './program-size.ts'

/** Bounds of an expression. A step is one instruction of its program at one character of the text. */
export const EXPRESSION_BOUNDS = {
  patternLength: 1000,
  programSize: 2000,
  steps: 500_000,
} as const

export interface Expression {
  /** Undefined: the text is too long for this expression. */
  test(text: string): boolean | undefined
  /** Undefined: the text is too long for this expression. */
  testWhole(text: string): boolean | undefined
}

/** Compiled expression, or the reason it was rejected. */
export type Compiled = { expression: Expression; problem?: never } | { expression?: never; problem: string }

const MAX_KEPT = 500
const kept = new Map<string, Compiled>()

/** Compiles a pattern within the bounds; each is compiled once. */
export function compileExpression(pattern: string, { ignoreCase = false } = {}): Compiled {
  if (pattern.length > EXPRESSION_BOUNDS.patternLength)
    return {
      problem: `The pattern has ${pattern.length} characters; the maximum is ${EXPRESSION_BOUNDS.patternLength}.`,
    }
  const key = compositeKey(pattern, ignoreCase ? 'i' : '')
  const known = kept.get(key)
  if (known) return known
  const compiled = compile(pattern, ignoreCase)
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, compiled)
  return compiled
}

function compile(pattern: string, ignoreCase: boolean): Compiled {
  const { programSize } = EXPRESSION_BOUNDS
  // compiling is work too, so the estimate comes first
  if (estimateProgramSize(pattern, 2 * programSize) > 2 * programSize) return { problem: TOO_COMPLEX }
  try {
    const program = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    const size = program.programSize()
    if (size > programSize) return { problem: TOO_COMPLEX }
    const fits = (text: string) => size * (text.length + 1) <= EXPRESSION_BOUNDS.steps
    return {
      expression: {
        test: (text) => (fits(text) ? program.test(text) : undefined),
        testWhole: (text) => (fits(text) ? program.testExact(text) : undefined),
      },
    }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

const TOO_COMPLEX =
  `The pattern is too complex: it would need more than ${EXPRESSION_BOUNDS.programSize} instructions. ` +
  'Use fewer or smaller repetitions.'

/** `unusable`: RE2 does not take the pattern. Such patterns were stored before patterns ran on RE2. */
type NamingVerdict = 'fits' | 'differs' | 'unusable'

/** Checks a whole name against a project's naming pattern. */
export function fitsNaming(pattern: string, name: string): NamingVerdict {
  const { expression } = compileExpression(pattern)
  if (!expression) return 'unusable'
  return expression.testWhole(name) === true ? 'fits' : 'differs'
}
