import { parseArgs } from 'node:util'

import { MAX_DRY_RUN_DAYS } from '#shared/changes/schemas/policy.ts'
import { DEFAULT_URL, type InstanceTarget, readTarget } from './instance-target.ts'

/** Usage text of `halyard policies`. */
export const POLICIES_USAGE = `halyard policies [options]   lists the rules for changes, or says what one would have stopped

  --try NAME            a policy of the instance, tried on the changes of the last days
  --try FILE.json       the same for one that is not there yet, as the HTTP contract has it
  --days N              how far back, ${MAX_DRY_RUN_DAYS} at most, and by default
  --json
  --url URL             a running instance (${DEFAULT_URL}); HALYARD_TOKEN holds the token for it
  --help

Exit status: 0 done, 1 could not run, 2 wrong usage, 3 rejected, 4 it would have stopped changes.
`

/** Policies that are asked for, and the instance. */
export interface PoliciesOptions extends InstanceTarget {
  json: boolean
  /** Name of a policy, or file with one; undefined: the list. */
  tried: string | undefined
  days: number | undefined
}

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readPoliciesOptions(args: readonly string[], env: NodeJS.ProcessEnv): PoliciesOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { try: text, days: text, json: { type: 'boolean' }, url: text },
  })
  const target = readTarget(values, env)
  const { try: tried } = values
  if (values.days !== undefined && tried === undefined) throw new Error('--days belongs to --try.')
  const days = values.days === undefined ? undefined : Number(values.days)
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_DRY_RUN_DAYS))
    throw new Error(`--days ${values.days}: a number from 1 to ${MAX_DRY_RUN_DAYS}`)
  return { ...target, json: values.json ?? false, tried, days }
}
