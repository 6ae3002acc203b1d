import path from 'node:path'
import { parseArgs } from 'node:util'

/** Usage text of `halyard move`. */
export const MOVE_USAGE = `halyard move --from PLACE --to PLACE   copies all data from a data folder into PostgreSQL, or back

  --from PLACE  where the data is
  --to PLACE    where it is to go
  --json        print the tables, with the number of their rows and their hashes, as JSON
  --help

PLACE is a data folder, or postgres://user:password@host:port/database (PGPASSWORD may have the password).
No Halyard may use either of them meanwhile. The source is brought up to date with this version, and otherwise only
read; the target must be empty. A move that was
interrupted goes on where it ended when the same command is run again. At the end every table is compared, and what SDKs
read in every environment; only then can the target be opened.

Exit status: 0 moved, and equal, 1 could not be moved, 2 wrong usage.
`

/** A data folder, or a database on a server. */
export type DatabaseLocation = { dataDir: string } | { databaseUrl: string }

export interface MoveOptions {
  from: DatabaseLocation
  to: DatabaseLocation
  json: boolean
}

/** Reads the options. Throws an error with the reason if they are invalid; the reason has no password. */
export function readMoveOptions(args: readonly string[]): MoveOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { from: text, to: text, json: { type: 'boolean' } },
  })
  if (!values.from || !values.to)
    throw new Error('Name both ends: --from and --to, each a data folder or postgres://...')
  const from = placeOf(values.from)
  const to = placeOf(values.to)
  if ('dataDir' in from === 'dataDir' in to)
    throw new Error('One end is a data folder, the other one is a PostgreSQL database.')
  return { from, to, json: values.json ?? false }
}

const placeOf = (text: string): DatabaseLocation =>
  /^postgres(ql)?:\/\//.test(text) ? { databaseUrl: text } : { dataDir: path.resolve(text) }
