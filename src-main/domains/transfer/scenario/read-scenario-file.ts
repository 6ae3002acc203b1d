import type { z } from 'zod'

import {
  Scenario,
  SCENARIO_ITEMS,
  type ScenarioFile,
  type ScenarioList,
} from '#shared/transfer/schemas/scenario.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import { Turn } from '#runtime/turn.ts'
import { scenarioError, type Fault, type ScenarioDocument } from './scenario-fault.ts'
import { isRecord } from '#shared/own-value.ts'

const reader = onFirstUse(
  'yaml',
  'a scenario file',
  () => import('../scenario-document/scenario-document.ts'),
)

/** A scenario as read, with its file for errors that are found later. */
export interface ReadScenario {
  scenario: Scenario
  file: string
  document: ScenarioDocument
}

/** Reads a scenario file in steps. Throws one error with every fault, each with file, line and path. */
export async function readScenarioFile({ text, file }: z.output<typeof ScenarioFile>): Promise<ReadScenario> {
  const { readDocument } = await reader()
  const document = await readDocument(text)
  if (document.faults.length > 0) throw scenarioError(file, document.faults, document)
  const { value } = document
  const faults: Fault[] = []
  const note = (issues: readonly z.core.$ZodIssue[], at: readonly (string | number)[] = []) => {
    for (const issue of issues)
      faults.push({ path: [...at, ...(issue.path as string[])], message: messageOf(issue) })
  }
  const lists: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, items] of isRecord(value) ? Object.entries(value) : []) {
    const isList = (LISTS as readonly string[]).includes(name) && Array.isArray(items)
    if (isList) lists[name] = await readItems(name as ScenarioList, items as unknown[], note)
    else rest[name] = items
  }
  const head = Scenario.safeParse(isRecord(value) ? rest : value, { reportInput: true })
  if (!head.success) note(head.error.issues)
  if (faults.length > 0 || !head.success) throw scenarioError(file, faults, document)
  return { scenario: { ...head.data, ...lists }, file, document }
}

const MISSING: ReadonlySet<unknown> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** Unknown names that one fault lists. */
const MAX_NAMED = 10

/** Says in words what a schema found. The issue must carry its input (`reportInput`). */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && MISSING.has(issue.code)) return 'This is required.'
  if (issue.code !== 'unrecognized_keys' || issue.keys.length <= MAX_NAMED) return issue.message
  const named = issue.keys.slice(0, MAX_NAMED).map((key) => `"${key}"`)
  return `Unrecognized keys: ${named.join(', ')}, and ${issue.keys.length - MAX_NAMED} more`
}

async function readItems(
  list: ScenarioList,
  items: readonly unknown[],
  note: (issues: readonly z.core.$ZodIssue[], at: readonly (string | number)[]) => void,
): Promise<unknown[]> {
  const turn = new Turn()
  const read: unknown[] = []
  for (const [index, item] of items.entries()) {
    const result = SCENARIO_ITEMS[list].safeParse(item, { reportInput: true })
    if (result.success) read.push(result.data)
    else note(result.error.issues, [list, index])
    await turn.pause()
  }
  return read
}
