import type { EvaluationReason, OpenFeatureReason } from '#shared/flags/evaluation/result.ts'
import type { Explanation } from '#shared/insight/schemas/explanation.ts'

type Known = EvaluationReason | Explanation['outcome'] | OpenFeatureReason

const WORDS: Readonly<Record<Known, string>> = {
  'unknown-flag': 'no such flag',
  archived: 'archived',
  disabled: 'off in this environment',
  parent: 'parent flag does not allow it',
  'parent-unusable': 'parent flag cannot be used',
  'parent-off': 'parent flag is off',
  'parent-on': 'parent flag is on',
  'parent-variant': 'parent flag has another variant',
  'no-strategies': 'no strategies needed',
  'no-strategy-matched': 'no strategy matched',
  'strategy-matched': 'strategy matched',
  'default-strategy-matched': 'default strategy matched',
  'project-default-strategy': 'default strategy of the project',
  'enabled-with-variant': 'enabled, with a variant',
  'enabled-without-variant': 'enabled, no variant',
  STATIC: 'same for everyone',
  DEFAULT: 'default value',
  TARGETING_MATCH: 'targeting match',
  SPLIT: 'percentage split',
  DISABLED: 'disabled',
  ERROR: 'error',
}

/** A reason in words; one that has none stays as it is. */
export const reasonInWords = (reason: string): string =>
  Object.hasOwn(WORDS, reason) ? WORDS[reason as Known] : reason
