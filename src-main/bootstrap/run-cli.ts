import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

import { createLogger } from '../kernel/logger.ts'
import { ConfigError, readConfig, type Flags } from './config.ts'
import { createBackend, type Backend } from './create-backend.ts'
import { PortInUse } from './listen.ts'

const USAGE = `halyard serve [options]   serves the contract and the pages, without a window

  --port N|auto      the port to listen on (4242); auto takes the first free one from there
  --host ADDRESS     the address to listen on (127.0.0.1)
  --data-dir DIR     where the data lies
  --log-level LEVEL  silent, error, warn, info or debug
  --settings FILE    a settings file (settings.json in the data folder)
  --help

The same by environment: HALYARD_PORT, HALYARD_HOST, HALYARD_DATA_DIR, HALYARD_LOG_LEVEL.
Known tokens from the first start on: INIT_ADMIN_API_TOKENS, INIT_BACKEND_API_TOKENS, INIT_FRONTEND_API_TOKENS.
`

export interface CliFiles {
  wasmFile: string
  rendererDir: string
}

const out = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** The headless entry. Answers the exit code; `serve` answers when it has been told to stop. */
export async function runCli(args: readonly string[], files: CliFiles): Promise<number> {
  let command: string | undefined
  let flags: Flags & { help?: boolean }
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
    } else if (error instanceof ConfigError) complain(error.message)
    else complain(error instanceof Error ? error.message : String(error))
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
      'data-dir': { type: 'string' },
      'log-level': { type: 'string' },
      settings: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { 'data-dir': dataDir, 'log-level': logLevel, ...rest } = values
  return { positionals, flags: { ...rest, dataDir, logLevel } satisfies Flags & { help?: boolean } }
}

async function serve(flags: Flags, { wasmFile, rendererDir }: CliFiles): Promise<void> {
  const config = readConfig(flags, process.env)
  const backend = await createBackend({
    config,
    wasm: await readFile(wasmFile),
    logger: createLogger(config.logLevel),
    rendererDir,
  })
  try {
    const url = await listenOrAsk(backend)
    out(`Halyard serves ${url}`)
    out(`Open it in a browser: ${url}${backend.signInPath()}`)
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
