import { constants, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

import { writeAtomically } from '../store/atomic-file.ts'
import { toStamp } from '../store/stamp.ts'

/**
 * Sets or removes `databaseUrl` in the settings file, for its owner alone to read, as it holds a password. The former file is
 * kept beside it. Throws what the operating system says, and SyntaxError if the file is no longer JSON.
 */
export function setDatabaseUrl(file: string, databaseUrl: string | undefined, at: Date): void {
  const isThere = existsSync(file)
  const { databaseUrl: _former, ...others } = isThere
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
    : {}
  if (isThere) copyFileSync(file, `${file}.before-${toStamp(at)}`, constants.COPYFILE_EXCL)
  const values = databaseUrl === undefined ? others : { ...others, databaseUrl }
  writeAtomically(file, (temporary) =>
    writeFileSync(temporary, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 }),
  )
}
