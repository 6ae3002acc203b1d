import { parseArgs } from 'node:util'

import { PLACE, placeOf, placeOptions, type ScenarioPlace } from './scenario-options.ts'

/** Usage text of `halyard snapshot`. */
export const SNAPSHOT_USAGE = `halyard snapshot NAME [options]   keeps the configuration of an instance under a name (docs/snapshots.md)

  NAME               letters, digits and -_.~
  --replace          replace a snapshot of this name
  --list             list the snapshots instead
  --delete           delete the snapshot instead
${PLACE}
  --help

Exit status: 0 done, 1 could not be done, 2 wrong usage.
`

/** Usage text of `halyard restore`. */
export const RESTORE_USAGE = `halyard restore NAME [options]   makes the configuration what it was in a snapshot

${PLACE}
  --help

Exit status: 0 done, or nothing to do; 1 could not be done; 2 wrong usage.
`

export type SnapshotOptions = { place: ScenarioPlace } & (
  { act: 'take'; name: string; replace: boolean } | { act: 'delete'; name: string } | { act: 'list' }
)

/** Reads the options of `halyard snapshot`. Throws an error with the reason if they are invalid. */
export function readSnapshotOptions(args: readonly string[], env: NodeJS.ProcessEnv): SnapshotOptions {
  const yes = { type: 'boolean' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...placeOptions, replace: yes, list: yes, delete: yes },
  })
  const place = placeOf(values, env)
  if (values.list) return { act: 'list', place }
  const name = oneName(positionals)
  if (values.delete) return { act: 'delete', name, place }
  return { act: 'take', name, replace: values.replace ?? false, place }
}

/** Reads the options of `halyard restore`. Throws an error with the reason if they are invalid. */
export function readRestoreOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { name: string; place: ScenarioPlace } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: placeOptions,
  })
  return { name: oneName(positionals), place: placeOf(values, env) }
}

function oneName([name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0) throw new Error('Name one snapshot.')
  return name
}
