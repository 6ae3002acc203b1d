import { readFile } from 'node:fs/promises'

import type { z } from 'zod'

import {
  ExportedScenario,
  ScenarioPlan,
  tooLongProblem,
  type ScenarioFile,
} from '../../src-shared/transfer/schemas/scenario.ts'
import { planAsText } from '../../src-shared/transfer/scenario/plan-as-text.ts'
import type { Backend } from './backend.ts'
import { OK, printError, printLine, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { askInstance, readOr, within, type RunningInstance } from './instance-place.ts'
import type { ScenarioActs } from './scenario-acts.ts'
import { APPLY_USAGE, EXPORT_USAGE, readApplyOptions, readExportOptions } from './scenario-options.ts'
import { partsOf } from './scenario-parts.ts'

/** Status of `apply --plan` if there is something to do; scripts that wait for it must not get it for a typing error. */
const HAS_CHANGES = 2
const APPLY_USAGE_ERROR = 3
const ACTS = { over, in: ({ scenario }: Backend) => scenario }

/** `halyard apply`. Returns the exit status. Throws what keeps it from running. */
export async function runApply(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readApplyOptions(args, process.env), APPLY_USAGE)
  if (options === undefined) return APPLY_USAGE_ERROR
  const { file, planOnly, prune, json, place } = options
  const text = await readFile(file, 'utf8')
  const parts = readParts(file, text, { planOnly, prune })
  const body = { text, file, ...(prune ? { prune } : {}) }
  return within(place, files, ACTS, async (acts) => {
    if (parts !== undefined) return applyInParts(acts, { file, parts, json })
    const plan = planOnly ? await acts.plan(body) : await acts.apply(body)
    printLine(json ? JSON.stringify(plan, null, 2) : planAsText(plan, { isDone: !planOnly }))
    return planOnly && plan.steps.length > 0 ? HAS_CHANGES : OK
  })
}

/** Splits a file that is too long; undefined: it is not. Throws if it cannot be split, or not for what is asked. */
function readParts(
  file: string,
  text: string,
  { planOnly, prune }: { planOnly: boolean; prune: boolean },
): string[] | undefined {
  const problem = tooLongProblem(file, text.length)
  if (problem === undefined) return undefined
  if (planOnly || prune)
    throw new Error(`${problem} It can be applied as it is, in parts, but neither planned nor pruned.`)
  const parts = partsOf(text)
  if (parts === undefined) throw new Error(problem)
  return parts
}

/** Applies the parts of a file one after the other: each is all or nothing. Returns the exit status. */
async function applyInParts(
  acts: ScenarioActs,
  { file, parts, json }: { file: string; parts: readonly string[]; json: boolean },
): Promise<number> {
  const done: ScenarioPlan = { created: 0, updated: 0, deleted: 0, steps: [] }
  for (const [index, text] of parts.entries()) {
    const part = `part ${index + 1} of ${parts.length}`
    try {
      const { created, updated, deleted, steps } = await acts.apply({ text, file: `${file} (${part})` })
      done.created += created
      done.updated += updated
      done.deleted += deleted
      for (const step of steps) done.steps.push(step)
    } catch (error) {
      printError(
        `${file}: ${part} was not applied, the parts before it were. Apply the file again after the cause is gone.`,
      )
      throw error
    }
    printError(`${part} applied`)
  }
  printLine(json ? JSON.stringify(done, null, 2) : planAsText(done, { isDone: true }))
  return OK
}

/** `halyard export`. Returns the exit status. Throws what keeps it from running. */
export async function runExport(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readExportOptions(args, process.env), EXPORT_USAGE)
  if (options === undefined) return USAGE_ERROR
  const { format, secrets, signals, place } = options
  return within(place, files, ACTS, async (acts) => {
    printLine((await acts.export({ format, secrets, signals })).text.trimEnd())
    return OK
  })
}

function over(place: RunningInstance): ScenarioActs {
  const ask = <S extends z.ZodType>(schema: S, at: string, body?: object) =>
    askInstance(place, {
      path: `/api/admin/scenario${at}`,
      schema,
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
  return {
    plan: (file: z.input<typeof ScenarioFile>) => ask(ScenarioPlan, '/plan', file),
    apply: (file: z.input<typeof ScenarioFile>) => ask(ScenarioPlan, '/apply', file),
    export: ({ format, secrets, signals }) =>
      ask(ExportedScenario, `?format=${format}&secrets=${String(secrets)}&signals=${String(signals)}`),
  }
}
