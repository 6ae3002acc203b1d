import { once } from 'node:events'

import { MAX_SENT, RUN_LIMIT, runExpectations } from '#shared/insight/contract/expectations.ts'
import { runAsJunit, runAsText } from '#shared/insight/expectations/run-report.ts'
import { ExpectationRun, type ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { tooLongProblem } from '#shared/transfer/schemas/scenario.ts'
import { readScenarioFile } from '#domains/transfer/scenario/read-scenario-file.ts'
import { readStamp, watchFile } from '#runtime/file-watch.ts'
import { startHalyard } from '../testing/start-halyard.ts'
import {
  OK,
  printError,
  printLine,
  readOr,
  scenarioProblem,
  USAGE_ERROR,
  type CliFiles,
} from './cli-output.ts'
import { asJson, messageIn, requestInstance } from './instance-request.ts'
import { readNamedFile } from './read-named-file.ts'
import { toldToStop } from './serve-command.ts'
import { readTestOptions, TEST_USAGE, type ReportFormat, type TestOptions } from './test-options.ts'

const FAILED = 1
/** Nothing was checked: a script tells it from an expectation that failed. */
const NOT_CHECKED = 2
/** Bytes of a request around its expectations. */
const FRAME = 100
/** A save is checked after one to two of these periods. */
const WATCH_MS = 250

/** `halyard test`. Returns the exit status. */
export async function runTest(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readTestOptions(args, process.env), TEST_USAGE)
  if (options === undefined) return USAGE_ERROR
  if (!options.watch || options.file === undefined) return check(options, files)
  return watch(options.file, () => check(options, files), toldToStop())
}

/** Checks after each save of a file, until it is told to stop. Returns the status of the last check. */
export async function watch(
  file: string,
  checkNow: () => Promise<number>,
  told: AbortSignal,
): Promise<number> {
  const since = await readStamp(file)
  let last = checkNow()
  await last
  const onChange = () => {
    last = last.then(checkNow)
  }
  const end = watchFile(file, { since, everyMs: WATCH_MS, onChange })
  // the watch alone keeps no process alive
  const alive = setInterval(() => undefined, WATCH_MS)
  if (!told.aborted) await once(told, 'abort')
  clearInterval(alive)
  end()
  return last
}

async function check(options: TestOptions, files: CliFiles): Promise<number> {
  try {
    const run = options.instance
      ? await checkInstance(options, options.instance)
      : await checkFile(options.file ?? '', files)
    printLine(report(run, options.format, options.file ?? options.instance?.url ?? ''))
    return run.failed === 0 ? OK : FAILED
  } catch (error) {
    printError(problemOf(error))
    return NOT_CHECKED
  }
}

const problemOf = (error: unknown): string =>
  error instanceof Error && 'toRecord' in error ? scenarioProblem(error, error.message) : messageOf(error)

function report(run: ExpectationRun, format: ReportFormat, suite: string): string {
  switch (format) {
    case 'text':
      return runAsText(run)
    case 'json':
      return JSON.stringify(run, null, 2)
    case 'junit':
      return runAsJunit(run, suite)
  }
}

/** Applies a file to a new instance in memory, and checks what it expects. */
async function checkFile(file: string, { wasmFile }: CliFiles): Promise<ExpectationRun> {
  const text = await readScenario(file)
  const halyard = await startHalyard({}, { wasmFile })
  try {
    await halyard.apply(text, file)
    return ExpectationRun.parse(await halyard.admin(runExpectations.method, runExpectations.path, {}))
  } finally {
    await halyard.stop()
  }
}

async function checkInstance(
  { file, only }: TestOptions,
  instance: NonNullable<TestOptions['instance']>,
): Promise<ExpectationRun> {
  if (file === undefined) return askToRun(instance, only)
  const runs: ExpectationRun[] = []
  for (const expectations of inParts(await expectationsOf(file)))
    runs.push(await askToRun(instance, { expectations }))
  const sum = (count: 'passed' | 'failed') => runs.reduce((total, run) => total + run[count], 0)
  return { passed: sum('passed'), failed: sum('failed'), results: runs.flatMap(({ results }) => results) }
}

async function askToRun(
  { url, token }: NonNullable<TestOptions['instance']>,
  body: object,
): Promise<ExpectationRun> {
  const { status, text } = await requestInstance(url + runExpectations.path, token, {
    method: runExpectations.method,
    body: JSON.stringify(body),
    hint: 'Use --url.',
  })
  if (status >= 400) throw new Error(`${url} answers ${status}: ${messageIn(text)}`)
  const run = ExpectationRun.safeParse(asJson(text))
  if (!run.success) throw new Error(`What answers at ${url} is not a Halyard that knows expectations`)
  return run.data
}

/** Divides expectations into parts that one request may bring. */
export function* inParts(all: readonly ExpectationInput[]): Generator<ExpectationInput[]> {
  let part: ExpectationInput[] = []
  let bytes = 0
  for (const one of all) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1
    if (part.length === MAX_SENT || bytes + size > RUN_LIMIT - FRAME) {
      yield part
      part = []
      bytes = 0
    }
    part.push(one)
    bytes += size
  }
  if (part.length > 0) yield part
}

const expectationsOf = async (file: string) =>
  (await readScenarioFile({ text: await readScenario(file), file })).scenario.expect ?? []

async function readScenario(file: string): Promise<string> {
  const text = await readNamedFile(file)
  const problem = tooLongProblem(file, text.length)
  if (problem !== undefined) throw new Error(problem)
  return text
}
