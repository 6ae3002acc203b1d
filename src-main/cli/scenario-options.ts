import path from 'node:path'
import { parseArgs } from 'node:util'

import { ScenarioFormat } from '#shared/transfer/schemas/scenario.ts'
import { DEFAULT_URL, OR_BY_OPTION, readTarget } from './instance-target.ts'

/** Options that say which instance a command works on, for usage texts. */
export const PLACE = `  --url URL          a running instance (${DEFAULT_URL})
  --token TOKEN      an admin token or a personal access token; better in HALYARD_TOKEN, which keeps it out of the process list
  --data-dir DIR     instead of an instance: the data folder of one that does not run`

/** Usage text of `halyard apply`. */
export const APPLY_USAGE = `halyard apply [--plan] FILE [options]   makes an instance what a scenario file says (docs/scenario.md)

  FILE               a scenario in YAML or JSON
  --plan             only print what would be created, changed and deleted
  --markdown         with --plan: print it as Markdown, for a pull request
  --prune            delete what a list of the file does not name
  --test             change nothing if an expectation would fail afterwards (docs/expectations.md)
  --json             print the plan as JSON
${PLACE}
  --help

All of it is applied, or nothing. A file of more than 10 MB is applied in parts, each of them as a whole; what it does not name is
deleted last. Exit status: 0 applied, or nothing to do; 1 could not be done; 2 with --plan: there are changes; 3 wrong usage.
`

/** Usage text of `halyard plan`. */
export const PLAN_USAGE = `halyard plan FILE [options]   prints what applying a scenario file would create, change and delete

  FILE               a scenario in YAML or JSON
  --markdown         print the plan as Markdown, for a pull request
  --prune            with what would be deleted because a list of the file does not name it
  --json             print the plan as JSON
${PLACE}
  --help

Nothing is changed. Exit status: 0 nothing to do; 1 could not be planned; 2 there are changes; 3 wrong usage.
`

/** Usage text of `halyard export`. */
export const EXPORT_USAGE = `halyard export --scenario [options]   prints an instance as a scenario file, in stable order

  --format FORMAT    yaml or json (yaml)
  --secrets          with the values of API tokens and secrets of integrations
  --signals          with the newest signals of each endpoint
  --into FILE        write what has changed back into a file of a git repository, as a commit
  --git-branch NAME  the branch for the commit; it is created if there is none
  --message TEXT     the message of the commit
  --push             push the branch to its remote, else to origin
${PLACE}
  --help

A commit changes the branch only: your working tree stays as it is, unless the branch is checked out there. FILE keeps its lists and comments
(docs/git.md). Exit status: 0 done, 1 could not be done, 2 wrong usage.
`

/** A running instance, or the data folder of one that does not run. */
export type ScenarioPlace = { url: string; token: string } | { dataDir: string }

export interface ApplyOptions {
  file: string
  planOnly: boolean
  prune: boolean
  test: boolean
  json: boolean
  markdown: boolean
  place: ScenarioPlace
}

/** Commit that an export makes. */
export interface CommitOptions {
  file: string
  branch: string
  message: string
  push: boolean
}

export interface ExportOptions {
  format: ScenarioFormat
  secrets: boolean
  signals: boolean
  /** Absent: the export is printed. */
  commit?: CommitOptions
  place: ScenarioPlace
}

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
export const placeOptions = { url: text, token: text, 'data-dir': text }

/** Reads the options of `halyard apply`. Throws an error with the reason if they are invalid. */
export function readApplyOptions(args: readonly string[], env: NodeJS.ProcessEnv): ApplyOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...placeOptions, plan: yes, prune: yes, test: yes, json: yes, markdown: yes },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error('Name one scenario file.')
  if (values.markdown && !values.plan) throw new Error('--markdown goes with --plan.')
  if (values.markdown && values.json) throw new Error('Choose one: --json or --markdown.')
  if (values.test && values.plan) throw new Error('--plan changes nothing, so --test has nothing to check.')
  return {
    file,
    planOnly: values.plan ?? false,
    prune: values.prune ?? false,
    test: values.test ?? false,
    json: values.json ?? false,
    markdown: values.markdown ?? false,
    place: placeOf(values, env),
  }
}

/** Reads the options of `halyard export`. Throws an error with the reason if they are invalid. */
export function readExportOptions(args: readonly string[], env: NodeJS.ProcessEnv): ExportOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ ...placeOptions, scenario: yes, format: text, secrets: yes, signals: yes },
      ...{ into: text, 'git-branch': text, message: text, push: yes },
    },
  })
  if (!values.scenario) throw new Error('Say what to export: --scenario')
  const format = ScenarioFormat.safeParse(values.format ?? 'yaml')
  if (!format.success) throw new Error(`--format ${values.format ?? ''}: yaml or json`)
  return {
    format: format.data,
    secrets: values.secrets ?? false,
    signals: values.signals ?? false,
    ...commitOf(values),
    place: placeOf(values, env),
  }
}

interface CommitValues {
  into?: string
  'git-branch'?: string
  message?: string
  push?: boolean
  secrets?: boolean
  signals?: boolean
  format?: string
}

function commitOf(values: CommitValues): { commit?: CommitOptions } {
  const { into: file, 'git-branch': branch, message, push = false } = values
  if (file === undefined && branch === undefined) {
    if (message !== undefined || push) throw new Error('--message and --push go with --git-branch.')
    return {}
  }
  if (file === undefined) throw new Error('Name the file to write: --into FILE')
  if (branch === undefined) throw new Error('Name the branch for the commit: --git-branch NAME')
  if (values.secrets || values.signals) throw new Error('Neither --secrets nor --signals goes into a commit.')
  if (values.format !== undefined)
    throw new Error('The name of the file says its format: leave out --format.')
  if (message?.trim() === '') throw new Error('--message is empty.')
  return { commit: { file, branch, message: message ?? `Update ${path.basename(file)} from Halyard`, push } }
}

/** Reads the instance that a command works on. Throws an error with the reason if the options are invalid. */
export function placeOf(
  { url, token, 'data-dir': dataDir }: { url?: string; token?: string; 'data-dir'?: string },
  env: NodeJS.ProcessEnv,
): ScenarioPlace {
  if (dataDir !== undefined) {
    if (url !== undefined || token !== undefined)
      throw new Error('--data-dir opens data that nobody runs: it goes with neither --url nor --token')
    return { dataDir: path.resolve(dataDir) }
  }
  return readTarget({ url, token }, env, OR_BY_OPTION)
}
