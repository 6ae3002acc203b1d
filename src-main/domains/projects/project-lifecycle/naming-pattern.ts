import type { z } from 'zod'

import type { FeatureNamingPattern } from '#shared/projects/schemas/project-lifecycle.ts'
import { compileExpression, fitsNaming } from '#shared/expressions/index.ts'
import { detail, type ErrorDetail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import type { ManagedProject } from './project-lifecycle.store.ts'

const MESSAGE = 'The feature naming pattern data you provided was invalid.'
const PATH = '/body/featureNaming'

/** Names of flags hold no white space, so a pattern that asks for some could never be met. */
const WHITE_SPACE = /\s|\\[stnrfv]/

/**
 * The naming pattern as it is kept; null: none. Throws 400 with all that is wrong with it
 * (docs/contract/projects.md#naming-pattern).
 */
export function toNaming(sent: z.output<typeof FeatureNamingPattern>): ManagedProject['featureNaming'] {
  const pattern = sent.pattern || null
  const example = sent.example || null
  const description = sent.description || null
  const problems = problemsOf(pattern, example, description)
  if (problems.length > 0) throw new AppError('BadDataError', MESSAGE, { details: problems })
  return pattern === null ? null : { pattern, example, description }
}

function problemsOf(
  pattern: string | null,
  example: string | null,
  description: string | null,
): ErrorDetail[] {
  if (pattern === null) {
    return example === null && description === null
      ? []
      : [detail("You've provided a feature flag naming example or description, but no pattern.", PATH)]
  }
  if (WHITE_SPACE.test(pattern))
    return [
      detail(
        `Feature flag names can not contain whitespace, and the pattern asks for some: "${pattern}".`,
        `${PATH}/pattern`,
      ),
    ]
  const { problem } = compileExpression(pattern)
  if (problem !== undefined) {
    const hint = 'Patterns are in the syntax of RE2, which has no lookahead, lookbehind or back reference.'
    return [detail(`This is not a regular expression: "${pattern}". ${problem} ${hint}`, `${PATH}/pattern`)]
  }
  if (example !== null && fitsNaming(pattern, example) !== 'fits')
    return [detail(`The example "${example}" does not match the pattern "${pattern}".`, `${PATH}/example`)]
  return []
}
