import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { ClientFeatures } from '#shared/clients/schemas/client.ts'
import { flagTypes } from '#shared/clients/types/flag-types.ts'
import { OK, printError, readOr, printLine, USAGE_ERROR } from './cli-output.ts'
import { asJson, messageIn, requestInstance } from './instance-request.ts'
import { DEFAULT_URL, OR_BY_OPTION, readTarget } from './instance-target.ts'

/** Usage text of `halyard types`. */
export const TYPES_USAGE = `halyard types [options]   writes the names and payloads of flags as types of a language

  --lang LANGUAGE    ts: TypeScript (ts)
  --output FILE      the file to write; without it, the types are printed
  --check            write nothing; exit with 3 if FILE is not as it would be written
  --url URL          a running instance (${DEFAULT_URL})
  --token TOKEN      a backend token: its environment and projects are those of the types; better in HALYARD_TOKEN, which
                     keeps it out of the process list
  --help

Exit status: 0 done, 1 could not run, 2 wrong usage, 3 with --check: the file is another one.
`

const OUTDATED = 3

interface Options {
  output: string | undefined
  check: boolean
  url: string
  token: string
}

/** `halyard types`. Returns the exit status. Throws what keeps it from the types. */
export async function runTypes(args: readonly string[]): Promise<number> {
  const options = readOr(() => readOptions(args, process.env), TYPES_USAGE)
  if (options === undefined) return USAGE_ERROR
  const { output, check } = options
  const text = await typesOf(options)
  if (output === undefined) {
    printLine(text.trimEnd())
    return OK
  }
  if (!check) {
    await writeFile(output, text)
    return OK
  }
  const isSame = (await readFile(output, 'utf8').catch(() => undefined)) === text
  if (!isSame) printError(`${output} is not what the instance has: run halyard types --output ${output}`)
  return isSame ? OK : OUTDATED
}

function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { lang: text, output: text, check: { type: 'boolean' }, url: text, token: text },
  })
  const { lang = 'ts', output, check = false } = values
  if (lang !== 'ts') throw new Error(`--lang ${lang}: ts is the only one`)
  if (check && output === undefined) throw new Error('--check needs --output, the file to check')
  return { output, check, ...readTarget(values, env, OR_BY_OPTION) }
}

async function typesOf({ url, token }: Options): Promise<string> {
  const answer = await requestInstance(`${url}/api/client/features`, token, { hint: 'Use --url.' })
  if (answer.status !== 200)
    throw new Error(
      `${url} answers ${answer.status}: ${messageIn(answer.text)}. The types need a backend token, as a server SDK has.`,
    )
  const body = ClientFeatures.pick({ features: true }).safeParse(asJson(answer.text))
  if (!body.success) throw new Error(`What answers at ${url} is not a client API that this version reads`)
  const [environment = ''] = /(?<=:)[^.]+/.exec(token) ?? []
  return flagTypes(body.data.features, `Flags of ${url}${environment === '' ? '' : ` in ${environment}`}.`)
}
