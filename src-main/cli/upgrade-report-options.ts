import { parseArgs } from 'node:util'

import { gt } from 'semver'

import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { GroupBy } from '#shared/versions/schemas/upgrade-report.ts'
import { FAIL_ON, type FailOn } from '#shared/versions/upgrade-report/index.ts'
import { CONTRACT_VERSION, lastOf, NEWEST_VERSION, toVersion } from '#shared/versions/rules/index.ts'
import { DEFAULT_URL } from './instance-target.ts'

/** Usage text of `halyard upgrade-report`. */
export const UPGRADE_REPORT_USAGE = `halyard upgrade-report [options]   lists the requests made here that an upgrade would break

  --from VERSION     the current version, such as 6 or 6.9.0 (the version that the instance answers as)
  --to VERSION       the target version (the newest known)
  --fail-on WHAT     removed: removed or rejected requests, and removed properties unless SDKs alone send them;
                     deprecated: also deprecated ones; any: everything listed; never (never)
  --format FORMAT    md or json (md)
  --group-by WHAT    call, application, caller or sdk (call)
  --url URL          a running instance (${DEFAULT_URL})
  --token TOKEN      an admin token or a personal access token; better in HALYARD_TOKEN, which keeps it out of the process list
  --data-dir DIR     instead of an instance: the data folder of one that does not run; it is only read
  --help

Exit status: 0 clean, 1 could not run, 2 wrong usage, 3 the report has what --fail-on names.
`

/** Options of the upgrade report: its contents and its source. */
export interface UpgradeReportOptions {
  from?: string | undefined
  to?: string | undefined
  failOn: FailOn
  format: 'md' | 'json'
  groupBy: GroupBy
  source: { url: string; token: string } | { dataDir: string }
}

/** Invalid usage of the command line, in plain words. */
class UsageError extends Error {}

/** Reads the options. Throws an error with the reason if they are invalid. */
export function readUpgradeReportOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): UpgradeReportOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ from: text, to: text, 'fail-on': text, format: text, 'group-by': text },
      ...{ url: text, token: text, 'data-dir': text },
    },
  })
  const from = versionOf('from', values.from, toVersion)
  const to = versionOf('to', values.to, lastOf)
  const source = sourceOf(values, env)
  // the version of a running instance is known to it
  const known = from ?? ('dataDir' in source ? CONTRACT_VERSION : undefined)
  if (known !== undefined && gt(known, to ?? NEWEST_VERSION))
    throw new UsageError(`--from (${known}) must not be after --to (${to ?? NEWEST_VERSION})`)
  return {
    from,
    to,
    failOn: oneOf('fail-on', values['fail-on'] ?? 'never', FAIL_ON),
    format: oneOf('format', values.format ?? 'md', ['md', 'json']),
    groupBy: oneOf('group-by', values['group-by'] ?? 'call', GroupBy.options),
    source,
  }
}

function sourceOf(
  { url, token, 'data-dir': dataDir }: { url?: string; token?: string; 'data-dir'?: string },
  env: NodeJS.ProcessEnv,
): UpgradeReportOptions['source'] {
  if (dataDir !== undefined) {
    if (url !== undefined || token !== undefined)
      throw new UsageError('--data-dir reads data that nobody runs: it goes with neither --url nor --token')
    return { dataDir }
  }
  const known = token ?? env['HALYARD_TOKEN']
  if (!known) throw new UsageError('An instance wants to know who asks: set HALYARD_TOKEN, or say --token')
  if (url !== undefined && !/^https?:\/\/./.test(url))
    throw new UsageError(`--url ${url}: such as ${DEFAULT_URL}`)
  return { url: withoutTrailingSlashes(url ?? DEFAULT_URL), token: known }
}

function versionOf(
  name: string,
  text: string | undefined,
  read: (text: string) => string | undefined,
): string | undefined {
  const version = text === undefined ? undefined : read(text)
  if (text !== undefined && version === undefined)
    throw new UsageError(`--${name} ${text}: a version has numbers, such as 6 or 6.9.0`)
  return version
}

function oneOf<T extends string>(name: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text)
  if (found === undefined) throw new UsageError(`--${name} ${text}: one of ${known.join(', ')}`)
  return found
}
