import { parseArgs } from 'node:util'
import { DEFAULT_URL, readTarget } from './instance-target.ts'

/** Usage text of `halyard test`. */
export const TEST_USAGE = `halyard test [FILE] [options]   checks the expectations of a scenario file or an instance (docs/expectations.md)

  FILE               a scenario in YAML or JSON; it is applied to a new instance in memory
  --url URL          a running instance, such as ${DEFAULT_URL}: its expectations, or those of FILE, are checked there
  --token TOKEN      an admin token or a personal access token; better in HALYARD_TOKEN
  --flag NAME        only those of a flag of the instance
  --project ID       only those of a project of the instance
  --format FORMAT    text, json or junit (text)
  --watch            check again after each save of FILE
  --help

Exit status: 0 all passed, 1 some failed, 2 wrong usage, an invalid file, or it could not run.
`

const FORMATS = ['text', 'json', 'junit'] as const
export type ReportFormat = (typeof FORMATS)[number]

/** Check that the arguments ask for. */
export interface TestOptions {
  file: string | undefined
  /** Absent: a new instance in memory. */
  instance: { url: string; token: string } | undefined
  /** Expectations of the instance to check. */
  only: { flag?: string; project?: string }
  format: ReportFormat
  watch: boolean
}

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readTestOptions(args: readonly string[], env: NodeJS.ProcessEnv): TestOptions {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: text,
      token: text,
      flag: text,
      project: text,
      format: text,
      watch: { type: 'boolean' },
    },
  })
  const [file, ...more] = positionals
  const { url, flag, project, watch = false } = values
  if (more.length > 0 || (file === undefined && url === undefined))
    throw new Error('Name one scenario file, or an instance with --url.')
  const instance = url === undefined ? undefined : readTarget(values, env)
  if (file !== undefined && (flag !== undefined || project !== undefined))
    throw new Error('--flag and --project choose among the expectations of an instance, not of a file.')
  if (watch && file === undefined) throw new Error('--watch needs a file.')
  const format = FORMATS.find((one) => one === (values.format ?? 'text'))
  if (format === undefined) throw new Error(`--format ${values.format ?? ''}: ${FORMATS.join(', ')}`)
  return {
    file,
    instance,
    only: { ...(flag === undefined ? {} : { flag }), ...(project === undefined ? {} : { project }) },
    format,
    watch,
  }
}
