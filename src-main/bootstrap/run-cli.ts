import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

import { createLogger } from '../kernel/logger.ts'
import { DamagedDatabase, readRecovery, type RecoveryFlags } from './recovery.ts'
import { readConfig, type Flags } from './config.ts'
import type { Backend } from './backend.ts'
import { createBackend } from './create-backend.ts'
import { PortInUse } from './listen.ts'

const USAGE = `halyard serve [options]   serves the contract and the pages, without a window

  --port N|auto      the port to listen on (4242); auto takes the first free one from there
  --host ADDRESS     the address to listen on (127.0.0.1)
  --contract VERSION the version to answer as: 3 to 8, or more of it, such as 6.9 (7)
  --strict VERSION   answer as this version already, on the way from --contract to it
  --listen PORT=VERSION   a further port that answers as this version; may be said several times
  --data-dir DIR     where the data lies
  --log-level LEVEL  silent, error, warn, info or debug
  --settings FILE    a settings file (settings.json in the data folder)
  --restore FILE     begin from this backup; the present data is kept aside
  --start-empty      begin with nothing; the present data is kept aside
  --help

The same by environment: HALYARD_PORT, HALYARD_HOST, HALYARD_CONTRACT, HALYARD_STRICT,
HALYARD_LISTENERS (4243=5,4244=8), HALYARD_DATA_DIR, HALYARD_LOG_LEVEL, HALYARD_SETTINGS.
Known tokens from the first start on: INIT_ADMIN_API_TOKENS, INIT_BACKEND_API_TOKENS, INIT_FRONTEND_API_TOKENS.
`

export interface CliFiles {
  wasmFile: string
  rendererDir: string
}

type CliFlags = Flags & RecoveryFlags & { help?: boolean }

const out = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** The headless entry. Answers the exit code; `serve` answers when it has been told to stop. */
export async function runCli(args: readonly string[], files: CliFiles): Promise<number> {
  let command: string | undefined
  let flags: CliFlags
  try {
    const parsed = parseFlags(args)
    ;[command] = parsed.positionals
    flags = parsed.flags
  } catch (error) {
    complain(`${(error as Error).message}\n\n${USAGE}`)
    return 2
  }
  if (flags.help || command !== 'serve') {
    out(USAGE)
    return flags.help ? 0 : 2
  }
  try {
    await serve(flags, files)
    return 0
  } catch (error) {
    if (error instanceof PortInUse) {
      complain(`${error.message} Say --port ${error.nextFree ?? 0}, or --port auto.`)
    } else if (error instanceof DamagedDatabase) {
      const restore = error.newestBackup === null ? '' : `--restore ${error.newestBackup}, or `
      complain(`${error.message} Say ${restore}--start-empty.`)
    } else complain(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function parseFlags(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      contract: { type: 'string' },
      strict: { type: 'string' },
      listen: { type: 'string', multiple: true },
      'data-dir': { type: 'string' },
      'log-level': { type: 'string' },
      settings: { type: 'string' },
      restore: { type: 'string' },
      'start-empty': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { 'data-dir': dataDir, 'log-level': logLevel, 'start-empty': startEmpty, ...rest } = values
  return { positionals, flags: { ...rest, dataDir, logLevel, startEmpty } satisfies CliFlags }
}

async function serve(flags: CliFlags, { wasmFile, rendererDir }: CliFiles): Promise<void> {
  const config = readConfig(flags, process.env)
  const recovery = readRecovery(flags)
  const backend = await createBackend({
    config,
    wasm: await readFile(wasmFile),
    logger: createLogger(config.logLevel),
    rendererDir,
    ...(recovery === undefined ? {} : { recovery }),
  })
  try {
    const url = await listenOrAsk(backend)
    out(`Halyard serves ${url}`)
    out(`Open it in a browser: ${url}${backend.signInPath()}`)
    for (const line of backend.describePorts()) out(line)
    out(`Data: ${config.dataDir}`)
    await untilToldToStop()
  } finally {
    await backend.close()
  }
}

/** A taken port is offered the next free one, where there is somebody to ask. */
async function listenOrAsk(backend: Backend): Promise<string> {
  try {
    return await backend.listen()
  } catch (error) {
    if (!(error instanceof PortInUse) || error.nextFree === undefined || !process.stdin.isTTY) throw error
    const prompt = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await prompt.question(`${error.message} Use it? [Y/n] `)
    prompt.close()
    if (/^n/i.test(answer.trim())) throw error
    return backend.listen(error.nextFree)
  }
}

function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
