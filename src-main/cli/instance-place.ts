import { existsSync } from 'node:fs'
import path from 'node:path'

import type { z } from 'zod'

import { createLogger } from '#kernel/logger.ts'
import type { Backend } from '../app/backend.ts'
import { type CliFiles, COULD_NOT_RUN, printError, scenarioProblem } from './cli-output.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '../app/create-backend.ts'
import { asJson, requestInstance } from './instance-request.ts'
import type { ScenarioPlace } from './scenario-options.ts'
import { readWasm } from '../app/read-wasm.ts'

/** A running instance, and the token for it. */
export type RunningInstance = Extract<ScenarioPlace, { url: string }>

/** Errors of the service, with a line for each fault. */
class Refused extends Error {
  constructor(body: unknown, fallback: string) {
    super(scenarioProblem(body, fallback))
  }
}

/** Ways to act on an instance: over HTTP, or within this process. */
interface InstanceAccess<Acts> {
  over: (place: RunningInstance) => Acts
  in: (backend: Backend) => Acts
}

/** Works on a running instance, or on a data folder that no process serves. Returns the exit status. */
export async function within<Acts>(
  place: ScenarioPlace,
  files: CliFiles,
  ways: InstanceAccess<Acts>,
  work: (acts: Acts) => Promise<number>,
): Promise<number> {
  try {
    if (!('dataDir' in place)) return await work(ways.over(place))
    return await inFolder(place.dataDir, files, (backend) => work(ways.in(backend)))
  } catch (error) {
    const isRejected = error instanceof Error && 'toRecord' in error
    const shown = isRejected ? new Refused(error, error.message) : error
    if (!(shown instanceof Refused)) throw shown
    printError(shown.message)
    return COULD_NOT_RUN
  }
}

/** Opens a data folder, without a port. */
async function inFolder(
  dataDir: string,
  { wasmFile }: CliFiles,
  work: (backend: Backend) => Promise<number>,
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
    return await work(backend)
  } finally {
    await backend.close()
  }
}

interface HttpRequest<S extends z.ZodType> {
  path: string
  schema: S
  method?: string
  body?: object
}

/** Sends a request to a running instance. Throws with what it says if it refuses. */
export async function askInstance<S extends z.ZodType>(
  { url, token }: RunningInstance,
  { path: at, schema, method = 'GET', body }: HttpRequest<S>,
): Promise<z.output<S>> {
  const { status, text } = await requestInstance(`${url}${at}`, token, {
    hint: 'Use --url, or --data-dir.',
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (status >= 300) throw new Refused(asJson(text), `${url} answers ${status}: ${text.slice(0, 200)}`)
  const answer = schema.safeParse(asJson(text))
  if (!answer.success) throw new Error(`What answers at ${url} is no Halyard that knows this command`)
  return answer.data
}
