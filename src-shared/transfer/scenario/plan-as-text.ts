import type { ScenarioPlan, ScenarioStep } from '../schemas/scenario.ts'

const SIGN = { create: '+', update: '~', delete: '-' } as const
const MAX_VALUE = 120

const valueText = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

/** Lines of a step: what happens to the item, and what changes in one that is there. */
export function stepAsLines({ action, operation, path, changes }: ScenarioStep): string[] {
  return [
    `${SIGN[action]} ${path} (${operation})`,
    ...(action === 'update'
      ? changes.map(({ path: at, before, after }) => `    ${at}: ${valueText(before)} → ${valueText(after)}`)
      : []),
  ]
}

/** Writes a plan for people. */
export const planAsText = (plan: ScenarioPlan, options: { isDone: boolean }): string =>
  linesOfPlan(plan, plan.steps.flatMap(stepAsLines), options)

/** The same, of the lines of its steps. */
export function linesOfPlan(
  { created, updated, deleted }: Omit<ScenarioPlan, 'steps'>,
  lines: readonly string[],
  { isDone }: { isDone: boolean },
): string {
  if (lines.length === 0) return 'Nothing to do: the instance is what the file says.'
  const numbers = `${created} ${isDone ? 'created' : 'to create'}, ${updated} ${isDone ? 'changed' : 'to change'}, ${deleted} ${isDone ? 'deleted' : 'to delete'}`
  return [...lines, '', `${numbers}.`].join('\n')
}
