import { constants, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { makeFolder, writeAtomically } from '#store/atomic-file.ts'
import { toStamp } from '#store/stamp.ts'

type Values = Record<string, unknown>

/**
 * Changes the settings file, for its owner alone to read, as it may hold a password. The former file is kept beside it. Throws
 * what the operating system says, and SyntaxError if the file is no longer JSON.
 */
export function changeSettingsFile(file: string, change: (values: Values) => Values, at: Date): void {
  const isThere = existsSync(file)
  const values = change(isThere ? (JSON.parse(readFileSync(file, 'utf8')) as Values) : {})
  if (isThere) keep(file, `${file}.before-${toStamp(at)}`)
  writeAtomically(file, (temporary) =>
    writeFileSync(temporary, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 }),
  )
}

/** Checks that the settings file can be replaced, ahead of a change. Throws what the operating system says. */
export function requireReplaceable(file: string): void {
  if (existsSync(file) && !statSync(file).isFile()) throw new Error('it is not a file')
  makeFolder(path.dirname(file))
  const probe = `${file}.tmp`
  writeFileSync(probe, '', { mode: 0o600 })
  rmSync(probe)
}

/** Sets or removes `databaseUrl` in the settings file. */
export const setDatabaseUrl = (file: string, databaseUrl: string | undefined, at: Date): void =>
  changeSettingsFile(
    file,
    ({ databaseUrl: _former, ...others }) =>
      databaseUrl === undefined ? others : { ...others, databaseUrl },
    at,
  )

/** Copies a file. The first copy of a second stays: a write that is run again must not replace it. */
function keep(file: string, copy: string): void {
  if (!existsSync(copy)) copyFileSync(file, copy, constants.COPYFILE_EXCL)
}
