import { parseArgs } from 'node:util'

import { MAX_DOCTOR_TEXT } from '#shared/clients/schemas/diagnosis.ts'
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { CONTEXTS_USAGE } from './context-findings-options.ts'
import { DEFAULT_URL } from './instance-target.ts'

/** Usage text of `halyard doctor`. */
export const DOCTOR_USAGE = `halyard doctor [options] [TEXT]   explains a token, a URL or an SDK error, and what is wrong

  TEXT               what an SDK logs; - reads it from standard input, which keeps it out of the process list
  --token TOKEN      a token to examine
  --url URL          a URL to examine, as it is set in the SDK
  --instance URL     the running instance to ask (${DEFAULT_URL}); HALYARD_TOKEN holds the token for it.
                     Without HALYARD_TOKEN only the text is read, and no instance is asked
${CONTEXTS_USAGE}  --json
  --help

Exit status: 0 nothing is wrong, 1 could not run, 2 wrong usage, 3 a problem or a warning, 4 nothing was recognised.
With --contexts: 0, or 3 as --fail-on says.
`

/** Options of the doctor. */
export interface DoctorOptions {
  /** Text to examine; undefined: read it from standard input. */
  text: string | undefined
  json: boolean
  /** Absent: nobody is asked. */
  source?: { url: string; token: string }
}

/** Reads the options. Throws an error with the reason if they are invalid; the reason never has a secret. */
export function readDoctorOptions(args: readonly string[], env: NodeJS.ProcessEnv): DoctorOptions {
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
  if (given.length > MAX_DOCTOR_TEXT)
    throw new Error(
      `The text is longer than ${MAX_DOCTOR_TEXT} characters: the lines around the error suffice.`,
    )
  const { instance = DEFAULT_URL } = values
  if (!/^https?:\/\/./.test(instance)) throw new Error(`--instance: a URL such as ${DEFAULT_URL}`)
  const token = env['HALYARD_TOKEN']
  return {
    text: readsInput ? undefined : given,
    json: values.json ?? false,
    ...(token ? { source: { url: withoutTrailingSlashes(instance), token } } : {}),
  }
}
