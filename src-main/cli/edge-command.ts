import { parseArgs } from 'node:util'

import { ownValue } from '#shared/own-value.ts'
import { edgeEnvironment } from '#settings/edge-environment.ts'
import { EDGE_OPTIONS, type EdgeMode } from '#settings/edge-options.ts'
import { flagsOf, helpLine, settingOptions } from '#settings/flags.ts'
import { OK, readOr, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { serve } from './serve-command.ts'

/** Options that most people need; all others are in docs/from-edge.md. */
const LINES: Readonly<Record<EdgeMode, readonly string[]>> = {
  edge: [
    helpLine('--upstream-url URL', 'the instance to mirror'),
    helpLine('--tokens LIST', 'its backend tokens, separated by commas'),
    helpLine('--backup-folder FOLDER', 'the data folder'),
  ],
  offline: [
    helpLine('--bootstrap-file FILE', 'the file with the flags'),
    helpLine('--client-tokens LIST', 'tokens of SDKs, separated by commas'),
    helpLine('--frontend-tokens LIST', 'tokens of pages and apps'),
  ],
}
const SUMMARIES: Readonly<Record<EdgeMode, string>> = {
  edge: 'mirrors an instance, with the options of Unleash Edge',
  offline: 'serves the flags of a file, with the options of Unleash Edge',
}

/** Usage text of `halyard edge` and `halyard offline`. */
export const edgeUsage = (mode: EdgeMode): string => `halyard ${mode} [options]   ${SUMMARIES[mode]}

${LINES[mode].join('\n')}
${helpLine('--port N', 'the port to listen on (3063)')}
  --help

All options and variables of Unleash Edge are taken (docs/from-edge.md), and the options of halyard serve.
`

const optionOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

const REQUIRED: Readonly<Record<EdgeMode, { setting: readonly string[]; say: string }>> = {
  edge: { setting: ['UPSTREAM_URL', 'HALYARD_UPSTREAM'], say: 'Name the upstream: UPSTREAM_URL.' },
  offline: { setting: ['BOOTSTRAP_FILE', 'HALYARD_OFFLINE_FILE'], say: 'Name the file: BOOTSTRAP_FILE.' },
}

/** Runs Halyard as Unleash Edge is run. `before`: arguments that stand before the mode, whose letters mean something else. */
export async function runEdge(
  mode: EdgeMode,
  { args, before, files }: { args: readonly string[]; before: number; files: CliFiles },
): Promise<number> {
  const read = readOr(() => {
    const ofServer = parse(args.slice(0, before), undefined)
    const ofMode = parse(args.slice(before), mode)
    const env = { ...process.env, ...ofServer.said, ...ofMode.said }
    if (!REQUIRED[mode].setting.some((name) => ownValue(env, name))) throw new Error(REQUIRED[mode].say)
    return { env, flags: { ...ofServer.flags, ...ofMode.flags } }
  }, edgeUsage(mode))
  if (!read) return USAGE_ERROR
  await serve(read.flags, files, { env: edgeEnvironment(read.env, mode), said: read.env, mode })
  return OK
}

/** Reads arguments as variables of Edge, and the rest as settings. `mode` is undefined for what stands before it. */
function parse(args: readonly string[], mode: EdgeMode | undefined) {
  const known = EDGE_OPTIONS.filter((one) => one.mode === undefined || one.mode === mode)
  const rows = known.flatMap((option) => option.names.map((name) => ({ name, option })))
  const isMode = ({ option }: (typeof rows)[number]) => option.mode !== undefined
  const letters = new Map<string, string>()
  // those of the mode count before those of the server
  for (const row of rows.toSorted((a, b) => Number(isMode(a)) - Number(isMode(b)))) {
    const letter = ownValue(row.option.letters ?? {}, row.name)
    if (letter !== undefined) letters.set(letter, row.name)
  }
  const options = Object.fromEntries(
    rows.map(({ name, option }) => {
      const [short] = [...letters].find(([, of]) => of === name) ?? []
      const type = option.isSwitch ? ('boolean' as const) : ('string' as const)
      return [optionOf(name), { type, multiple: true, ...(short === undefined ? {} : { short }) }]
    }),
  )
  const { values } = parseArgs({ args: [...args], options: { ...settingOptions(false), ...options } })
  const said = Object.fromEntries(
    rows.flatMap(({ name }) => {
      const value = ownValue(values, optionOf(name))
      return Array.isArray(value) ? [[name, value.join(',')]] : []
    }),
  )
  const rest = Object.entries(values).filter(([name]) => !Object.hasOwn(options, name))
  return { said, flags: flagsOf(Object.fromEntries(rest)) }
}
