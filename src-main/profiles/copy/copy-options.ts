import path from 'node:path'
import { parseArgs } from 'node:util'

import { RemoteUrl } from '#shared/desktop/profiles.ts'

/** Usage text of `halyard copy`. */
export const COPY_USAGE = `halyard copy --from URL --data-dir DIR   copies an instance into a data folder, and proves that both answer the same

  --from URL        a Halyard, or an Unleash-compatible service of version 5 to 8; nothing is changed there
  --token TOKEN     an admin's personal access token, or an admin token; better in HALYARD_TOKEN, which keeps it out of the
                    process list
  --data-dir DIR    a new folder, or the one of an earlier copy, which is brought up to date
  --conflicts SIDE  mine or theirs: side to take where both sides changed the same thing since the last copy
  --no-proof        do not compare answers
  --json            print the account as JSON
  --help

What cannot come, such as passwords, is listed with the reason. A copy that is not finished is not there.
No Halyard may use the data folder meanwhile.

Exit status: 0 copied, and all answers are equal, 1 could not be copied, 2 wrong usage, 3 copied, with answers that differ,
4 not brought up to date because of conflicts.
`

export interface CopyOptions {
  from: string
  token: string
  dataDir: string
  conflicts: 'mine' | 'theirs' | undefined
  isProved: boolean
  json: boolean
}

/** Reads the options. Throws an error with the reason if they are invalid. */
export function readCopyOptions(args: readonly string[], env: NodeJS.ProcessEnv): CopyOptions {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ from: text, token: text, 'data-dir': text, conflicts: text },
      ...{ 'no-proof': flag, json: flag },
    },
  })
  const from = RemoteUrl.safeParse(values.from)
  if (!from.success) throw new Error('Say where the instance is: --from https://flags.example.com.')
  const dataDir = values['data-dir']
  if (!dataDir) throw new Error('Name a data folder: --data-dir.')
  const token = values.token ?? env['HALYARD_TOKEN']
  if (!token)
    throw new Error('Set HALYARD_TOKEN to a personal access token of an admin there, or use --token.')
  const { conflicts } = values
  if (conflicts !== undefined && conflicts !== 'mine' && conflicts !== 'theirs')
    throw new Error('--conflicts is mine or theirs.')
  return {
    from: from.data,
    token,
    dataDir: path.resolve(dataDir),
    conflicts,
    isProved: !values['no-proof'],
    json: values.json ?? false,
  }
}
