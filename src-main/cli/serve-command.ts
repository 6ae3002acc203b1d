import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createLogger } from '#kernel/logger.ts'
import type { Backend } from '../app/backend.ts'
import { boundHeap } from '../app/bound-heap.ts'
import { printError, readOr, OK, printLine, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { readConfig } from '#settings/config.ts'
import { edgeNotices } from '#settings/edge-environment.ts'
import type { EdgeMode } from '#settings/edge-options.ts'
import { createBackend } from '../app/create-backend.ts'
import { PortInUse } from '../app/listen.ts'
import { readRecovery, type RecoveryFlags, UnusableDatabase } from './recovery.ts'
import { readWasm } from '../app/read-wasm.ts'
import { startNotices } from './start-notices.ts'
import {
  flagsOf,
  flagVariables,
  helpLine,
  settingOptions,
  settingsHelp,
  tokenVariables,
  type Flags,
} from '#settings/flags.ts'

/** Usage text of `halyard serve`. */
export const SERVE_USAGE = `halyard serve [options]   serves the API and the pages, without a window

${settingsHelp()}
${helpLine('--settings FILE', 'a settings file (settings.json in the data folder)')}
${helpLine('--restore FILE', 'start from this backup; the current data is kept aside')}
${helpLine('--start-empty', 'start without data; the current data is kept aside')}
${helpLine('--new-sealing-key', 'take the key here although that of the stored secrets is gone; enter them again')}
${helpLine('--enable-passwords', 'turn password sign-in on again, if single sign-on does not work')}
  --help

Environment variables: ${flagVariables()}, HALYARD_SETTINGS.
Tokens created at the first start: ${tokenVariables()}.
docs/configuration.md describes all settings.
`

type ServeFlags = Flags &
  RecoveryFlags & { enablePasswords?: boolean | undefined; newSealingKey?: boolean | undefined }

/** Runs `halyard serve` until it is told to stop. Returns the exit status. Throws if it cannot serve. */
export async function runServe(args: readonly string[], files: CliFiles): Promise<number> {
  const flags = readOr(() => parseFlags(args), SERVE_USAGE)
  if (flags === undefined) return USAGE_ERROR
  await serve(flags, files)
  return OK
}

/** Adds advice to an error, if there is an alternative. */
function withAdvice(error: unknown): unknown {
  if (error instanceof PortInUse)
    return new Error(`${error.message} Use --port ${error.nextFree ?? 0}, or --port auto.`, { cause: error })
  if (!(error instanceof UnusableDatabase)) return error
  const restore = `--restore ${error.newestBackup ?? 'FILE'}`
  return new Error(
    `${error.message} Use ${restore} to start from a backup, or --start-empty to start without data.`,
    { cause: error },
  )
}

function parseFlags(args: readonly string[]): ServeFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...settingOptions(false),
      restore: { type: 'string' },
      'start-empty': { type: 'boolean' },
      'enable-passwords': { type: 'boolean' },
      'new-sealing-key': { type: 'boolean' },
    },
  })
  const { restore } = values
  return {
    ...flagsOf(values),
    restore: typeof restore === 'string' ? restore : undefined,
    startEmpty: values['start-empty'] === true,
    enablePasswords: values['enable-passwords'] === true,
    newSealingKey: values['new-sealing-key'] === true,
  }
}

interface Surroundings {
  /** Variables of the settings. */
  env: NodeJS.ProcessEnv
  /** Variables as they were set. */
  said: NodeJS.ProcessEnv
  /** Mode of Unleash Edge; undefined: none. */
  mode: EdgeMode | undefined
}

const OF_PROCESS: Surroundings = { env: process.env, said: process.env, mode: undefined }

/** Serves until the process is told to stop. Throws if it cannot, with advice if there is an alternative. */
export const serve = (
  flags: ServeFlags,
  files: CliFiles,
  surroundings: Surroundings = OF_PROCESS,
): Promise<void> =>
  run(flags, files, surroundings).catch((error: unknown) => {
    throw withAdvice(error)
  })

async function run(
  flags: ServeFlags,
  { wasmFile, rendererDir, codeScanFile, workerFile }: CliFiles,
  { env, said, mode }: Surroundings,
): Promise<void> {
  // before the start: the user may stop the service while it starts
  const told = toldToStop()
  const config = readConfig(flags, env)
  const recovery = readRecovery(flags)
  const logger = createLogger(config.logLevel)
  for (const { option, level, text } of edgeNotices(said, mode))
    logger[level]({ option, note: text }, 'an option of Unleash Edge')
  const backend = await createBackend({
    config,
    wasm: await readWasm(wasmFile),
    logger,
    rendererDir,
    ...(codeScanFile === undefined ? {} : { codeScanFile }),
    ...(workerFile === undefined ? {} : { workerFile }),
    ...(recovery === undefined ? {} : { recovery }),
    newSealingKey: flags.newSealingKey === true,
  })
  try {
    if (flags.enablePasswords) await backend.enablePasswords()
    const url = await listenOrAsk(backend, told)
    boundHeap()
    for (const notice of startNotices(config)) printError(notice)
    printLine(`Halyard serves ${url}`)
    printLine(`Open it in a browser: ${url}${backend.signInPath()}`)
    for (const line of backend.describePorts()) printLine(line)
    printLine(`Data: ${config.dataDir}`)
    if (!told.aborted) await once(told, 'abort')
    backend.drain()
    await sleep(config.drainSeconds * 1000)
  } finally {
    await backend.close()
  }
}

/** Listens on the port. If it is in use, offers the next free one on a terminal. */
async function listenOrAsk(backend: Backend, told: AbortSignal): Promise<string> {
  try {
    return await backend.listen()
  } catch (error) {
    if (!(error instanceof PortInUse) || error.nextFree === undefined || !process.stdin.isTTY) throw error
    const prompt = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await prompt
      .question(`${error.message} Use it? [Y/n] `, { signal: told })
      .finally(() => prompt.close())
    if (/^n/i.test(answer.trim())) throw error
    return backend.listen(error.nextFree)
  }
}

/** One Ctrl+C arrives several times: from the terminal, from npm, and from the script that started this. */
const SAME_SIGNAL_MS = 5000

/** Aborted once the process is told to stop. Told again later, it ends at once. */
export function toldToStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    controller.abort()
    setTimeout(() => process.off('SIGINT', stop).off('SIGTERM', stop), SAME_SIGNAL_MS).unref()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return controller.signal
}
