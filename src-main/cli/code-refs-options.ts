import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { FINDINGS, type ReferenceFinding } from '#shared/clients/code-references/judge-references.ts'
import { DEFAULT_URL, OR_BY_OPTION, readTarget } from './instance-target.ts'

/** Usage text of `halyard code-refs`. */
export const CODE_REFS_USAGE = `halyard code-refs [FOLDER ...] [options]   finds the flags that code uses, and compares them with an instance

  FOLDER             folders with code (the current one); .gitignore counts
  --fail-on WHAT     missing, stale, unused, or several: missing,stale; never (never)
  --format FORMAT    text, json or sarif (text)
  --calls NAMES      calls of your own that take the name of a flag: isOn,flags.has; separated by commas
  --project ID       only flags of this project count as unused; repeatable
  --blame            with the author of each line, where git knows
  --cache FILE       keeps results of files there, and reads only those that have changed
  --url URL          a running instance (${DEFAULT_URL})
  --token TOKEN      a backend token, as a server SDK has; better in HALYARD_TOKEN, which keeps it out of the process list
  --help

Exit status: 0 done, 1 could not run, 2 wrong usage, 3 there is what --fail-on names.
`

const FORMATS = ['text', 'json', 'sarif'] as const

/** Options of the command. */
export interface CodeRefsOptions {
  folders: string[]
  failOn: ReferenceFinding[]
  format: (typeof FORMATS)[number]
  calls: string[]
  projects: string[]
  blame: boolean
  cache: string | undefined
  url: string
  token: string
}

/** Reads the options. Throws an Error with the reason if they are invalid. */
export function readCodeRefsOptions(args: readonly string[], env: NodeJS.ProcessEnv): CodeRefsOptions {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ 'fail-on': text, format: text, calls: text, cache: text, url: text, token: text },
      project: { type: 'string', multiple: true },
      blame: { type: 'boolean' },
    },
  })
  const { format = 'text' } = values
  const known = FORMATS.find((one) => one === format)
  if (!known) throw new Error(`--format ${format}: one of ${FORMATS.join(', ')}`)
  return {
    folders: (positionals.length > 0 ? positionals : ['.']).map(folderOf),
    failOn: findingsOf(values['fail-on'] ?? 'never'),
    format: known,
    calls: listOf(values.calls).map(lastPart),
    projects: values.project ?? [],
    blame: values.blame ?? false,
    cache: values.cache,
    ...readTarget(values, env, OR_BY_OPTION),
  }
}

function folderOf(folder: string): string {
  const full = path.resolve(folder)
  if (!statSync(full, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${folder} is no folder`)
  return full
}

function findingsOf(said: string): ReferenceFinding[] {
  if (said === 'never') return []
  return listOf(said).map((name) => {
    const found = FINDINGS.find((one) => one === name)
    if (!found) throw new Error(`--fail-on ${name}: one of ${FINDINGS.join(', ')}, or never`)
    return found
  })
}

const listOf = (text = '') =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Last part of a call such as \`flags.has\`: what stands before the parenthesis. */
function lastPart(call: string): string {
  const name = call.split(/[^\w$?!]/).at(-1) ?? ''
  if (!/^[\w$]+[?!]?$/.test(name)) throw new Error(`--calls ${call}: the name of a function or a method`)
  return name
}
