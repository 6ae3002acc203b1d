import type { Evaluation } from '#shared/flags/evaluation/index.ts'

/** Change in the result of a flag: now on, now off, or on with another variant. */
export type Flip = 'on' | 'off' | 'variant'

/**
 * Finds the difference between two evaluations; null: none. A variant whose payload changed counts as another
 * variant.
 */
export function flipOf(before: Evaluation, after: Evaluation): Flip | null {
  if (before.enabled !== after.enabled) return after.enabled ? 'on' : 'off'
  return after.enabled && !isSame(before.variant, after.variant) ? 'variant' : null
}

function isSame(a: Evaluation['variant'], b: Evaluation['variant']): boolean {
  return (
    a.name === b.name &&
    a.enabled === b.enabled &&
    a.payload?.type === b.payload?.type &&
    a.payload?.value === b.payload?.value
  )
}
