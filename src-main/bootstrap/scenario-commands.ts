import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import {
  ExportedScenario,
  ScenarioPlan,
  type ScenarioFile,
} from '../../src-shared/transfer/schemas/scenario.ts'
import { planAsText } from '../../src-shared/transfer/scenario/plan-as-text.ts'
import type { z } from 'zod'
import { createLogger } from '../kernel/logger.ts'
import { COULD_NOT_RUN, OK, printError, printLine, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { readConfig } from './config.ts'
import { createBackend } from './create-backend.ts'
import { asJson, requestInstance } from './instance-request.ts'
import type { ScenarioActs } from './scenario-acts.ts'
import { scenarioProblem } from './scenario-problem.ts'
import {
  APPLY_USAGE,
  EXPORT_USAGE,
  readApplyOptions,
  readExportOptions,
  type ScenarioPlace,
} from './scenario-options.ts'
import { readWasm } from './read-wasm.ts'

/** Status of `apply --plan` if there is something to do; scripts that wait for it must not get it for a typing error. */
const HAS_CHANGES = 2
const APPLY_USAGE_ERROR = 3

/** `halyard apply`. Returns the exit status. Throws what keeps it from running. */
export async function runApply(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readApplyOptions(args, process.env), APPLY_USAGE)
  if (options === undefined) return APPLY_USAGE_ERROR
  const { file, planOnly, prune, json, place } = options
  const text = await readFile(file, 'utf8')
  const body = { text, file, ...(prune ? { prune } : {}) }
  return within(place, files, async (acts) => {
    const plan = planOnly ? await acts.plan(body) : await acts.apply(body)
    printLine(json ? JSON.stringify(plan, null, 2) : planAsText(plan, { isDone: !planOnly }))
    return planOnly && plan.steps.length > 0 ? HAS_CHANGES : OK
  })
}

/** `halyard export`. Returns the exit status. Throws what keeps it from running. */
export async function runExport(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readExportOptions(args, process.env), EXPORT_USAGE)
  if (options === undefined) return USAGE_ERROR
  const { format, secrets, place } = options
  return within(place, files, async (acts) => {
    printLine((await acts.export({ format, secrets })).text.trimEnd())
    return OK
  })
}

function readOr<T>(read: () => T, usage: string): T | undefined {
  try {
    return read()
  } catch (error) {
    printError(`${(error as Error).message}\n\n${usage}`)
    return undefined
  }
}

/** Errors of the service, with a line for each fault. */
class Refused extends Error {
  constructor(body: unknown, fallback: string) {
    super(scenarioProblem(body, fallback))
  }
}

async function within(
  place: ScenarioPlace,
  files: CliFiles,
  work: (acts: ScenarioActs) => Promise<number>,
): Promise<number> {
  try {
    return await ('dataDir' in place ? inFolder(place.dataDir, files, work) : work(over(place)))
  } catch (error) {
    const isRejected = error instanceof Error && 'toRecord' in error
    const shown = isRejected ? new Refused(error, error.message) : error
    if (!(shown instanceof Refused)) throw shown
    printError(shown.message)
    return COULD_NOT_RUN
  }
}

/** Opens a data folder that no process serves, without a port. */
async function inFolder(
  dataDir: string,
  { wasmFile }: CliFiles,
  work: (acts: ScenarioActs) => Promise<number>,
): Promise<number> {
  if (!existsSync(path.join(dataDir, 'halyard.db')))
    throw new Error(`There is no data of Halyard in ${dataDir}`)
  const config = readConfig({ dataDir }, process.env)
  const backend = await createBackend({
    config,
    wasm: await readWasm(wasmFile),
    logger: createLogger('error'),
  })
  try {
    return await work(backend.scenario)
  } finally {
    await backend.close()
  }
}

function over({ url, token }: { url: string; token: string }): ScenarioActs {
  const hint = 'Use --url, or --data-dir.'
  const ask = async <S extends z.ZodType>(schema: S, at: string, body?: object): Promise<z.output<S>> => {
    const { status, text } = await requestInstance(`${url}/api/admin/scenario${at}`, token, {
      hint,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (status !== 200) throw new Refused(asJson(text), `${url} answers ${status}: ${text.slice(0, 200)}`)
    const answer = schema.safeParse(asJson(text))
    if (!answer.success) throw new Error(`What answers at ${url} is no Halyard that knows scenarios`)
    return answer.data
  }
  return {
    plan: (file: z.input<typeof ScenarioFile>) => ask(ScenarioPlan, '/plan', file),
    apply: (file: z.input<typeof ScenarioFile>) => ask(ScenarioPlan, '/apply', file),
    export: ({ format, secrets }) => ask(ExportedScenario, `?format=${format}&secrets=${String(secrets)}`),
  }
}
