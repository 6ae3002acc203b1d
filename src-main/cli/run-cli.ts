import { readFile } from 'node:fs/promises'
import { z } from 'zod'

import { ownValue } from '#shared/own-value.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { runApi } from './api-command.ts'
import { API_OPERATIONS, API_USAGE } from './api-options.ts'
import { CODE_REFS_USAGE } from './code-refs-options.ts'
import { overviewOf, readHelp, type CommandHelp } from './command-help.ts'
import { completionFor, shellNamed } from './completion.ts'
import { cliReference, httpReference } from './reference.ts'
import { runTypes, TYPES_USAGE } from './types-command.ts'
import { COULD_NOT_RUN, printError, OK, printLine, USAGE_ERROR, type CliFiles, readOr } from './cli-output.ts'
import { COPY_USAGE } from '../profiles/copy/copy-options.ts'
import { runContextFindings } from './context-findings-command.ts'
import { DOCTOR_USAGE, readDoctorOptions } from './doctor-options.ts'
import { edgeUsage, runEdge } from './edge-command.ts'
import { runMcp } from './mcp-command.ts'
import { MCP_USAGE } from './mcp-options.ts'
import { runMove } from './move-command.ts'
import { MOVE_USAGE } from './move-options.ts'
import { runOverride } from './override-command.ts'
import { OVERRIDE_USAGE } from './override-options.ts'
import { runApply, runExport, runPlan } from './scenario-commands.ts'
import { APPLY_USAGE, EXPORT_USAGE, PLAN_USAGE } from './scenario-options.ts'
import { runRestore, runSnapshot } from './snapshot-commands.ts'
import { runSignal, SIGNAL_USAGE } from './signal-command.ts'
import { RESTORE_USAGE, SNAPSHOT_USAGE } from './snapshot-options.ts'
import { runServe, SERVE_USAGE } from './serve-command.ts'
import { runPolicies } from './policies-command.ts'
import { POLICIES_USAGE } from './policies-options.ts'
import { TEST_USAGE } from './test-options.ts'
import { runUpgradeReport } from './upgrade-report-command.ts'
import { UPGRADE_REPORT_USAGE } from './upgrade-report-options.ts'
import { runWhy } from './why-command.ts'
import { WHY_USAGE } from './why-options.ts'
import { diagnose, examine } from '#shared/clients/doctor/diagnose.ts'
import { diagnosisAsText } from '#shared/clients/doctor/diagnosis-as-text.ts'
import { Diagnosis, MAX_DOCTOR_TEXT } from '#shared/clients/schemas/diagnosis.ts'
import { requestInstance, asJson, messageIn } from './instance-request.ts'

interface Command {
  usage: string
  /** Answers the exit status; throws what keeps it from running. `before`: arguments that stood before the name of the command. */
  run: (args: readonly string[], files: CliFiles, before: number) => Promise<number>
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

/** A problem or a warning was found. */
const FOUND = 3

const UNRECOGNISED = 4

const STATUS_OF = { fine: OK, problem: FOUND, warning: FOUND, unrecognised: UNRECOGNISED } as const

/** `halyard doctor`. Answers the exit status; throws what keeps it from an answer. */
async function runDoctor(args: readonly string[]): Promise<number> {
  if (args.includes('--contexts')) return runContextFindings(args, DOCTOR_USAGE)
  const asked = readOr(() => readDoctorOptions(args, process.env), DOCTOR_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const text = asked.text ?? (await readInput())
  const diagnosis = asked.source ? await ask(text, asked.source) : diagnose(examine(text))
  printLine(asked.json ? JSON.stringify(diagnosis, null, 2) : diagnosisAsText(diagnosis))
  return STATUS_OF[diagnosis.verdict]
}

async function ask(text: string, source: { url: string; token: string }): Promise<Diagnosis> {
  const answer = await requestInstance(`${source.url}/api/admin/doctor`, source.token, {
    method: 'POST',
    body: JSON.stringify({ text }),
    hint: 'Use --instance.',
  })
  if (answer.status !== 200)
    throw new Error(`${source.url} answers ${answer.status}: ${messageIn(answer.text)}`)
  const diagnosis = Diagnosis.safeParse(asJson(answer.text))
  if (!diagnosis.success) throw new Error(`What answers at ${source.url} is not a Halyard with a doctor`)
  return diagnosis.data
}

/** Reads standard input, as much of it as is examined. */
async function readInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > MAX_DOCTOR_TEXT) break
  }
  return text.slice(0, MAX_DOCTOR_TEXT)
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { usage: SERVE_USAGE, run: runServe },
  edge: { usage: edgeUsage('edge'), run: (args, files, before) => runEdge('edge', { args, before, files }) },
  offline: {
    usage: edgeUsage('offline'),
    run: (args, files, before) => runEdge('offline', { args, before, files }),
  },
  api: { usage: API_USAGE, run: runApi },
  'code-refs': {
    usage: CODE_REFS_USAGE,
    // its library is for this command alone
    run: async (args) => (await import('./code-refs-command.ts')).runCodeRefs(args),
  },
  types: { usage: TYPES_USAGE, run: runTypes },
  'upgrade-report': { usage: UPGRADE_REPORT_USAGE, run: runUpgradeReport },
  apply: { usage: APPLY_USAGE, run: runApply },
  plan: { usage: PLAN_USAGE, run: runPlan },
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
  signal: { usage: SIGNAL_USAGE, run: runSignal },
  test: {
    usage: TEST_USAGE,
    // an instance in memory is for this command alone
    run: async (args, files) => (await import('./test-command.ts')).runTest(args, files),
  },
  why: { usage: WHY_USAGE, run: runWhy },
  policies: { usage: POLICIES_USAGE, run: runPolicies },
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

/** Writes the manual page, in the macros of man(7). `version`: that of the package. */
function manPage(commands: readonly CommandHelp[], version: string): string {
  return [
    `.TH HALYARD 1 "" "Halyard ${escaped(version)}" "Halyard"`,
    '.SH NAME',
    'halyard \\- a feature-flag service on your own machine',
    '.SH SYNOPSIS',
    ...commands.flatMap(({ synopsis }) => ['.br', escaped(synopsis)]),
    '.SH DESCRIPTION',
    'Serves the admin, client and frontend API that the official Unleash SDKs use.',
    ...commands.flatMap(sectionOf),
    '.SH EXIT STATUS',
    '0 done, 1 could not run, 2 wrong usage (3 of apply and plan). The description of a command names further ones.',
    '.SH ENVIRONMENT',
    'HALYARD_TOKEN: the token for a running instance. The description of serve names the variables of its settings.',
    '',
  ].join('\n')
}

function sectionOf({ name, summary, details }: CommandHelp): string[] {
  return [
    `.SH "HALYARD ${escaped(name).toUpperCase()}"`,
    escaped(`${summary}.`),
    '.PP',
    '.nf',
    ...details.split('\n').map(escaped),
    '.fi',
  ]
}

/** Text in which nothing is a request of roff. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(plain) ? `\\&${plain}` : plain
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
    return await command.run(without(args, name), files, Math.max(0, args.indexOf(name ?? '')))
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
