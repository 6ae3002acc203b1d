import type { z } from 'zod'

import {
  ExportedScenario,
  ScenarioPlan,
  tooLongProblem,
  type ScenarioFile,
} from '#shared/transfer/schemas/scenario.ts'
import type { Backend } from '../app/backend.ts'
import { OK, printLine, readOr, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { readNamedFile } from './read-named-file.ts'
import { askInstance, within, type RunningInstance } from './instance-place.ts'
import type { ScenarioActs } from './scenario-acts.ts'
import { APPLY_USAGE, EXPORT_USAGE, readApplyOptions, readExportOptions } from './scenario-options.ts'
import { applyLong, planLong, readLong } from './long-scenario.ts'
import { PlanAccount } from './plan-account.ts'

/** Status of `apply --plan` if there is something to do; scripts that wait for it must not get it for a typing error. */
const HAS_CHANGES = 2
const APPLY_USAGE_ERROR = 3
const ACTS = { over, in: ({ scenario }: Backend) => scenario }

/** `halyard apply`. Returns the exit status. Throws what keeps it from running. */
export async function runApply(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readApplyOptions(args, process.env), APPLY_USAGE)
  if (options === undefined) return APPLY_USAGE_ERROR
  const { file, planOnly, prune, test, json, place } = options
  const text = await readNamedFile(file)
  const problem = tooLongProblem(file, text.length)
  if (problem !== undefined && test) throw new Error(`--test checks a file as a whole: ${problem}`)
  const long = problem === undefined ? undefined : await readLong(text, { file, prune, problem })
  const body = { text, file, ...(prune ? { prune } : {}), ...(test ? { test } : {}) }
  return within(place, files, ACTS, async (acts) => {
    const account = new PlanAccount({ json })
    if (long !== undefined) await (planOnly ? planLong(acts, long, account) : applyLong(acts, long, account))
    else account.add(planOnly ? await acts.plan(body) : await acts.apply(body))
    printLine(account.asText({ isDone: !planOnly }))
    return planOnly && account.steps > 0 ? HAS_CHANGES : OK
  })
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
