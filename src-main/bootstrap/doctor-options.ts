import { parseArgs } from 'node:util'

import { MOST_DOCTOR_TEXT } from '../../src-shared/clients/schemas/diagnosis.ts'
import { withoutTrailingSlashes } from '../../src-shared/trailing-slashes.ts'
import { USUAL_URL } from './upgrade-report-options.ts'

/** Usage text of `halyard doctor`. */
export const DOCTOR_USAGE = `halyard doctor [options] [TEXT]   says what a token, a URL or an error of an SDK is, and what is wrong

  TEXT               what an SDK logs; - reads it from standard input, where no list of processes shows it
  --token TOKEN      a token to examine
  --url URL          a URL to examine, as an SDK is given it
  --instance URL     the running instance to ask (${USUAL_URL}); HALYARD_TOKEN has the token to ask it with.
                     Without HALYARD_TOKEN only the text is read, and no instance is asked
  --json
  --help

Exit status: 0 nothing is wrong, 1 could not run, 2 wrong usage, 3 a problem or a warning, 4 nothing was recognised.
`

/** Options of the doctor. */
export interface DoctorAsked {
  /** All that is to be examined; undefined: standard input has it. */
  text: string | undefined
  json: boolean
  /** Absent: nobody is asked. */
  source?: { url: string; token: string }
}

/** Reads the options. Throws an error with the reason if they are invalid; the reason never has a secret. */
export function readDoctorOptions(args: readonly string[], env: NodeJS.ProcessEnv): DoctorAsked {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { token: text, url: text, instance: text, json: { type: 'boolean' } },
  })
  const readsInput = positionals.length === 1 && positionals[0] === '-'
  const parts = [values.token, values.url, ...(readsInput ? [] : positionals)]
  const given = parts.filter((part) => part !== undefined).join('\n')
  if (!readsInput && given.trim() === '')
    throw new Error('Name something to examine: --token, --url or a text; - reads standard input.')
  if (readsInput && given !== '')
    throw new Error('- reads all from standard input: --token and --url do not go with it.')
  if (given.length > MOST_DOCTOR_TEXT)
    throw new Error(
      `The text is longer than ${MOST_DOCTOR_TEXT} characters: the lines around the error suffice.`,
    )
  const { instance = USUAL_URL } = values
  if (!/^https?:\/\/./.test(instance)) throw new Error(`--instance: a URL such as ${USUAL_URL}`)
  const token = env['HALYARD_TOKEN']
  return {
    text: readsInput ? undefined : given,
    json: values.json ?? false,
    ...(token ? { source: { url: withoutTrailingSlashes(instance), token } } : {}),
  }
}
