import type { PlaygroundOutcome, SurveyedPlayground } from '#shared/insight/schemas/playground.ts'
import { counted, figure } from '#ui/figures.ts'

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

/** Flags by what came out of them: in any of the environments, for any of the contexts. */
export const OUTCOMES = [
  { value: 'any', label: 'On and off' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
  { value: 'unknown', label: 'Unknown' },
] as const
export type Outcome = (typeof OUTCOMES)[number]['value']

function outcomeOf({ results }: PlaygroundRow): Exclude<Outcome, 'any'> {
  const tones = Object.values(results).map((one) => summarise(one).tone)
  if (tones.includes('success')) return 'on'
  return tones.includes('warning') ? 'unknown' : 'off'
}

/** Finds flags by a part of their name and by their outcome. */
export function findRows(rows: readonly PlaygroundRow[], text: string, outcome: Outcome): PlaygroundRow[] {
  const wanted = text.trim().toLowerCase()
  return rows.filter(
    (row) => row.name.toLowerCase().includes(wanted) && (outcome === 'any' || outcomeOf(row) === outcome),
  )
}

/** "41 of 263 flags on"; with how many of them are listed, where not all are. */
export function countInWords(rows: readonly PlaygroundRow[], listed: number): string {
  const on = rows.filter((row) => outcomeOf(row) === 'on').length
  const text = `${figure(on)} of ${counted(rows.length, 'flag')} on`
  return listed === rows.length ? text : `${text}, ${figure(listed)} listed`
}
