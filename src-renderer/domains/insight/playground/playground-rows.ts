import type { PlaygroundOutcome, SurveyedPlayground } from '#shared/insight/schemas/playground.ts'

/** A flag, with what came out in each environment: one outcome for each context that was tried. */
export interface PlaygroundRow {
  name: string
  project: string
  results: Record<string, PlaygroundOutcome[]>
}

export function toRows({ features }: SurveyedPlayground): PlaygroundRow[] {
  return features.map(({ name, projectId, environments }) => ({
    name,
    project: projectId,
    results: environments,
  }))
}

export interface Summary {
  words: string
  tone: 'success' | 'neutral' | 'warning'
  /** The variants that were served; empty: none. */
  variants: string
}

/** "on", "off", "on for 2 of 4"; `unknown` where only an SDK could say. */
export function summarise(results: readonly PlaygroundOutcome[]): Summary {
  const on = results.filter((one) => one.isEnabled)
  const names = [...new Set(on.filter((one) => one.variant.enabled).map((one) => one.variant.name))]
  const variants = names.sort().join(', ')
  if (on.length === results.length && on.length > 0) return { words: 'on', tone: 'success', variants }
  if (on.length > 0) return { words: `on for ${on.length} of ${results.length}`, tone: 'success', variants }
  return results.some((one) => one.strategies.result === 'unknown')
    ? { words: 'unknown', tone: 'warning', variants }
    : { words: 'off', tone: 'neutral', variants }
}
