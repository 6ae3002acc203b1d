import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { messageOf } from '#shared/errors/message-of.ts'
import { UNTIL_RESTART } from '#shared/flags/schemas/override.ts'
import { readTime } from './time-option.ts'
import { DEFAULT_URL, readTarget } from './instance-target.ts'

/** Usage text of `halyard override`. */
export const OVERRIDE_USAGE = `halyard override FLAG VALUE [options]   overrides a flag for a while (docs/overrides.md)

  FLAG                  its name
  VALUE                 on, off, variant:NAME, or remove: as the flag says
  --strategies JSON     on by these strategies, as a list in JSON or in a file; in place of VALUE
  --for WHO             everybody (default), user:ID, session:ID, application:NAME or token:NAME (of an API token)
  --header NAME         requests with X-Halyard-Overlay: NAME only; in place of --for
  --environment NAME    default: development
  --project ID          project of the flag; default: default
  --until TIME          an instant, minutes, hours or days from now: 30m, 1h, 2d, or restart, of the service;
                        default: until it is removed
  --list                list all overrides
  --json
  --url URL             a running instance (${DEFAULT_URL}); HALYARD_TOKEN holds the token for it
  --help

Exit status: 0 done, 1 could not run, 2 wrong usage, 3 rejected.
`

/** Value that a flag is to have. */
interface WantedValue {
  enabled: boolean
  variant?: { name: string }
  strategies?: unknown
}

/** Override as the arguments say it. */
export interface OverrideOptions {
  url: string
  token: string
  json: boolean
  /** Absent: list all. */
  override?: WantedOverride
}

/** Override that is to be set, or removed. */
export interface WantedOverride {
  feature: string
  project: string
  environment: string
  audience: string
  /** null: remove it. */
  value: WantedValue | null
  /** ISO-8601, or `restart`; null: until it is removed. */
  until: string | null
}

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readOverrideOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now = new Date(),
): OverrideOptions {
  const text = { type: 'string' } as const
  const yes = { type: 'boolean' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      for: text,
      header: text,
      strategies: text,
      environment: text,
      project: text,
      until: text,
      list: yes,
      json: yes,
      url: text,
    },
  })
  const place = { ...readTarget(values, env), json: values.json ?? false }
  const [feature, value, ...more] = positionals
  if (values.list && feature === undefined) return place
  const { strategies } = values
  if (feature === undefined || (value === undefined) === (strategies === undefined) || more.length > 0)
    throw new Error('Name a flag and a value: on, off, variant:NAME, remove or --strategies.')
  if (values.for !== undefined && values.header !== undefined)
    throw new Error('--for and --header: name one of them')
  return {
    ...place,
    override: {
      feature,
      project: values.project ?? 'default',
      environment: values.environment ?? 'development',
      audience: values.header === undefined ? (values.for ?? 'everybody') : `header:${values.header}`,
      value:
        value === undefined ? { enabled: true, strategies: readStrategies(strategies) } : readValue(value),
      until: values.until === undefined ? null : readUntil(values.until, now),
    },
  }
}

function readValue(value: string): WantedValue | null {
  if (value === 'remove') return null
  if (value === 'on' || value === 'off') return { enabled: value === 'on' }
  const [, name] = /^variant:(.+)$/.exec(value) ?? []
  if (name === undefined) throw new Error(`${value}: say on, off, variant:NAME or remove.`)
  return { enabled: true, variant: { name } }
}

/** Reads a list of strategies from the argument itself, or from the file that it names. */
function readStrategies(text = ''): unknown {
  const isFile = !text.trimStart().startsWith('[')
  const json = isFile ? readText(text) : text
  try {
    return JSON.parse(json)
  } catch {
    throw new Error(`--strategies: ${isFile ? text : 'the text'} is not JSON, such as [{"name": "default"}]`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`--strategies ${file}: ${messageOf(error)}`, { cause: error })
  }
}

function readUntil(text: string, now: Date): string {
  return text === UNTIL_RESTART
    ? text
    : readTime({ option: '--until', text, now, direction: 'ahead', also: UNTIL_RESTART })
}
