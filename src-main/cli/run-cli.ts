import { readFile } from 'node:fs/promises'

import { z } from 'zod'

import { ownValue } from '#shared/own-value.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { runApi } from './api-command.ts'
import { API_OPERATIONS, API_USAGE } from './api-options.ts'
import { CODE_REFS_USAGE } from './code-refs-options.ts'
import { overviewOf, readHelp, type CommandHelp } from './command-help.ts'
import { completionFor, shellNamed } from './completion.ts'
import { manPage } from './man-page.ts'
import { cliReference, httpReference } from './reference.ts'
import { runTypes, TYPES_USAGE } from './types-command.ts'
import { COULD_NOT_RUN, printError, OK, printLine, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { COPY_USAGE } from '../profiles/copy/copy-options.ts'
import { runDoctor } from './doctor-command.ts'
import { DOCTOR_USAGE } from './doctor-options.ts'
import { runMcp } from './mcp-command.ts'
import { MCP_USAGE } from './mcp-options.ts'
import { runMove } from './move-command.ts'
import { MOVE_USAGE } from './move-options.ts'
import { runOverride } from './override-command.ts'
import { OVERRIDE_USAGE } from './override-options.ts'
import { runApply, runExport } from './scenario-commands.ts'
import { APPLY_USAGE, EXPORT_USAGE } from './scenario-options.ts'
import { runRestore, runSnapshot } from './snapshot-commands.ts'
import { RESTORE_USAGE, SNAPSHOT_USAGE } from './snapshot-options.ts'
import { runServe, SERVE_USAGE } from './serve-command.ts'
import { runUpgradeReport } from './upgrade-report-command.ts'
import { UPGRADE_REPORT_USAGE } from './upgrade-report-options.ts'

interface Command {
  usage: string
  /** Answers the exit status; throws what keeps it from running. */
  run: (args: readonly string[], files: CliFiles) => Promise<number>
}

const COMPLETION_USAGE = `halyard completion SHELL   prints the completion of a shell: bash, zsh or fish

  --help
`
const REFERENCE_USAGE = `halyard reference cli|http   prints the reference of the commands, or of the HTTP API, as Markdown

  --help
`
const MAN_USAGE = `halyard man   prints the manual page, for man -l - or a file halyard.1

  --help
`

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { usage: SERVE_USAGE, run: runServe },
  api: { usage: API_USAGE, run: runApi },
  'code-refs': {
    usage: CODE_REFS_USAGE,
    // its library is for this command alone
    run: async (args) => (await import('./code-refs-command.ts')).runCodeRefs(args),
  },
  types: { usage: TYPES_USAGE, run: runTypes },
  'upgrade-report': { usage: UPGRADE_REPORT_USAGE, run: runUpgradeReport },
  apply: { usage: APPLY_USAGE, run: runApply },
  export: { usage: EXPORT_USAGE, run: runExport },
  snapshot: { usage: SNAPSHOT_USAGE, run: runSnapshot },
  restore: { usage: RESTORE_USAGE, run: runRestore },
  copy: {
    usage: COPY_USAGE,
    // connections to other services are for this command alone
    run: async (args, files) => (await import('../profiles/copy/copy-command.ts')).runCopy(args, files),
  },
  move: { usage: MOVE_USAGE, run: runMove },
  override: { usage: OVERRIDE_USAGE, run: runOverride },
  doctor: { usage: DOCTOR_USAGE, run: runDoctor },
  mcp: { usage: MCP_USAGE, run: runMcp },
  completion: {
    usage: COMPLETION_USAGE,
    run: async ([name]) => {
      const shell = shellNamed(name)
      if (!shell) printError(`Name a shell.\n\n${COMPLETION_USAGE}`)
      return shell ? print(completionFor(shell, helps(), [...API_OPERATIONS.keys()])) : USAGE_ERROR
    },
  },
  reference: {
    usage: REFERENCE_USAGE,
    run: async ([name]) => {
      if (name === 'cli') return print(cliReference(helps()))
      if (name === 'http') return print(httpReference())
      printError(`Name a reference: cli or http.\n\n${REFERENCE_USAGE}`)
      return USAGE_ERROR
    },
  },
  man: { usage: MAN_USAGE, run: async (_args, files) => print(manPage(helps(), await versionOf(files))) },
}
const HELP = ['--help', '-h']
const VERSION = ['--version', '-v']

const helps = (): CommandHelp[] => Object.entries(COMMANDS).map(([name, { usage }]) => readHelp(name, usage))

function print(text: string): number {
  printLine(text.trimEnd())
  return OK
}

async function versionOf({ packageFile }: CliFiles): Promise<string> {
  if (packageFile === undefined) return 'unknown'
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(packageFile, 'utf8'))).version
}

/** The headless entry. Answers the exit status. */
export async function runCli(args: readonly string[], files: CliFiles): Promise<number> {
  const name = args.find((one) => Object.hasOwn(COMMANDS, one))
  const command = name === undefined ? undefined : ownValue(COMMANDS, name)
  const isHelp = args.some((one) => HELP.includes(one))
  if (!command && args.some((one) => VERSION.includes(one))) return print(await versionOf(files))
  if (!command || isHelp) {
    const unknown = args.find((one) => !one.startsWith('-'))
    if (!isHelp && unknown !== undefined) printError(`There is no command ${unknown}.\n`)
    const text = (command?.usage ?? overviewOf(helps())).trimEnd()
    if (isHelp) printLine(text)
    else printError(text)
    return isHelp ? OK : USAGE_ERROR
  }
  try {
    return await command.run(without(args, name), files)
  } catch (error) {
    printError(messageOf(error))
    return COULD_NOT_RUN
  }
}

/** Removes the command from the arguments, wherever it stands. */
function without(args: readonly string[], name: string | undefined): string[] {
  const index = args.findIndex((one) => one === name)
  return args.filter((_, at) => at !== index)
}
