import { parseArgs } from 'node:util'

import { parseContext } from '#shared/insight/result-changes/parse-context.ts'
import { readTime } from './time-option.ts'
import { DEFAULT_URL, readTarget } from './instance-target.ts'

/** Usage text of `halyard why`. */
export const WHY_USAGE = `halyard why FLAG [options]   says why a flag is on or off for a context, and what changed it

  FLAG                  its name; absent with --project
  --context FIELDS      name=value, separated by spaces, such as "userId=42 country=NO"; repeatable
  --environment NAME    default: development
  --as-token NAME       of a request with an API token of this name: overrides for it count
  --overlay NAME        of a request with the header X-Halyard-Overlay: NAME
  --project ID          search all flags of a project instead
  --since TIME          an instant, or minutes, hours or days ago: 30m, 1h, 7d; default: the beginning of the log
  --until TIME          the same; default: now. The result is shown as of this time
  --json
  --url URL             a running instance (${DEFAULT_URL}); HALYARD_TOKEN holds the token for it
  --help

Exit status: 0 done, 1 could not run, 2 wrong usage, 3 rejected.
`

/** Search that the arguments ask for. */
export interface WhyOptions {
  url: string
  token: string
  json: boolean
  search: {
    flag?: string
    project?: string
    environment: string
    token?: string
    overlay?: string
    context: Record<string, string>
    since?: string
    until?: string
  }
}

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readWhyOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now = new Date(),
): WhyOptions {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      context: { type: 'string', multiple: true },
      environment: text,
      'as-token': text,
      overlay: text,
      project: text,
      since: text,
      until: text,
      json: { type: 'boolean' },
      url: text,
    },
  })
  const target = readTarget(values, env)
  const { project, environment = 'development', 'as-token': token, overlay, since, until } = values
  const [flag, ...more] = positionals
  if (more.length > 0 || (flag === undefined) === (project === undefined))
    throw new Error('Name one flag, or a project with --project.')
  const time = (option: string, text: string | undefined) =>
    text === undefined ? undefined : readTime({ option, text, now, direction: 'ago' })
  const times = { since: time('--since', since), until: time('--until', until) }
  return {
    ...target,
    json: values.json ?? false,
    search: {
      ...(flag === undefined ? {} : { flag }),
      ...(project === undefined ? {} : { project }),
      environment,
      ...(token === undefined ? {} : { token }),
      ...(overlay === undefined ? {} : { overlay }),
      context: parseContext((values.context ?? []).join(' ')),
      ...(times.since === undefined ? {} : { since: times.since }),
      ...(times.until === undefined ? {} : { until: times.until }),
    },
  }
}
