import { parseArgs } from 'node:util'

import { FindingSeverity, type ContextFindingsQuery } from '#shared/clients/schemas/context-findings.ts'
import { readTime } from './time-option.ts'
import { readTarget } from './instance-target.ts'

/** Severities at which the command may fail, the most severe first. */
export const SEVERITIES: readonly FindingSeverity[] = FindingSeverity.options

/** Usage text of `halyard doctor --contexts`, as part of that of the doctor. */
export const CONTEXTS_USAGE = `  --contexts         list what is wrong with the contexts that applications send, instead; it needs HALYARD_TOKEN.
                     Only contexts of the last days count that programs sent to the instance
  --application NAME, --environment NAME, --project ID, --flag NAME   limit what is examined
  --since TIME       later contexts only, such as those after a deployment: an instant, or 30m, 1h, 2d ago
  --fail-on LEVEL    exit with 3 if a finding is at least so severe: ${SEVERITIES.join(', ')}; default: never
`

/** Options of `halyard doctor --contexts`. */
export interface ContextFindingsOptions {
  url: string
  token: string
  json: boolean
  query: ContextFindingsQuery
  /** Absent: findings are no failure. */
  failOn?: FindingSeverity
}

/** Reads the options. Throws an Error with the reason if they are invalid. */
export function readContextFindingsOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now = new Date(),
): ContextFindingsOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      contexts: { type: 'boolean' },
      application: text,
      environment: text,
      project: text,
      flag: text,
      since: text,
      'fail-on': text,
      instance: text,
      json: { type: 'boolean' },
    },
  })
  const target = readTarget({ url: values.instance }, env, { option: '--instance' })
  const { since, 'fail-on': level } = values
  const failOn = SEVERITIES.find((severity) => severity === level)
  if (level !== undefined && !failOn) throw new Error(`--fail-on ${level}: one of ${SEVERITIES.join(', ')}`)
  const { application, environment, project, flag } = values
  const from =
    since === undefined ? undefined : readTime({ option: '--since', text: since, now, direction: 'ago' })
  return {
    ...target,
    json: values.json ?? false,
    query: Object.fromEntries(
      Object.entries({ application, environment, project, flag, since: from }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    ...(failOn ? { failOn } : {}),
  }
}
