import type { ScenarioPlan, ScenarioStep } from '../schemas/scenario.ts'

const SIGN = { create: '+', update: '~', delete: '-' } as const
const MAX_VALUE = 120
const NOTHING_TO_DO = 'Nothing to do: the instance is what the file says.'
/** GitHub takes no longer comment than 65,536 characters. */
const MAX_MARKDOWN = 50_000

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
  if (lines.length === 0) return NOTHING_TO_DO
  const numbers = `${created} ${isDone ? 'created' : 'to create'}, ${updated} ${isDone ? 'changed' : 'to change'}, ${deleted} ${isDone ? 'deleted' : 'to delete'}`
  return [...lines, '', `${numbers}.`].join('\n')
}

/** Writes a plan that is still to be carried out as Markdown, of the lines of its steps, for a comment of a pull request. */
export function markdownOfPlan(
  { created, updated, deleted }: Omit<ScenarioPlan, 'steps'>,
  lines: readonly string[],
): string {
  if (lines.length === 0) return `**${NOTHING_TO_DO}**`
  const shown: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > MAX_MARKDOWN) break
    // the colour of a change, as platforms show differences
    shown.push(line.replace(/^[~ ]/, '!'))
  }
  const omitted = lines.length - shown.length
  // no value ends the block
  const longest = Math.max(2, ...shown.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [
    `**${created} to create, ${updated} to change, ${deleted} to delete.**`,
    '',
    ...[`${fence}diff`, ...shown, fence],
    ...(omitted > 0
      ? ['', `${omitted} further lines left out. Run \`halyard plan\` to see all of them.`]
      : []),
  ].join('\n')
}
