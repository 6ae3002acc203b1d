import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { callSignalEndpoint } from '#shared/signals/contract/signals.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { asJson, askInstance, REJECTED } from './instance-request.ts'
import { OK, printLine, readOr, USAGE_ERROR } from './cli-output.ts'
import { DEFAULT_URL, type InstanceTarget, readTarget } from './instance-target.ts'

/** Usage text of `halyard signal`. */
export const SIGNAL_USAGE = `halyard signal NAME [options]   sends a signal to an endpoint (docs/signals.md)

  NAME           name of the endpoint
  --json JSON    the payload, as JSON or as a file that holds it; default: {}
  --id ID        id of the delivery: sent again with the same one, it is stored once
  --url URL      a running instance (${DEFAULT_URL}); HALYARD_TOKEN holds the token of the endpoint
  --help

Exit status: 0 stored, 1 could not run, 2 wrong usage, 3 rejected.
`

interface SignalOptions extends InstanceTarget {
  name: string
  /** As JSON. */
  payload: string
  id: string | undefined
}

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readSignalOptions(args: readonly string[], env: NodeJS.ProcessEnv): SignalOptions {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: text, id: text, url: text },
  })
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new Error('Name one endpoint.')
  const target = readTarget(values, env, {
    withoutToken: 'An endpoint wants to know who sends: set HALYARD_TOKEN to a token of it.',
  })
  const { id } = values
  if (id !== undefined && !/^[\x21-\x7e]{1,200}$/.test(id))
    throw new Error('--id: up to 200 letters, digits and signs, without spaces.')
  return { ...target, name, id, payload: readPayload(values.json ?? '{}') }
}

/** Reads JSON from the argument itself, or from the file that it names. */
function readPayload(text: string): string {
  if (asJson(text) !== undefined) return text
  // what begins like JSON is no name of a file
  if (/^\s*[{["]/.test(text)) throw new Error('--json: the text is not JSON, such as {"errorRate": 0.2}')
  let content: string
  try {
    content = readFileSync(text, 'utf8')
  } catch (error) {
    throw new Error(`--json ${text}: neither JSON nor a file: ${messageOf(error)}`, { cause: error })
  }
  if (asJson(content) === undefined) throw new Error(`--json ${text}: the file is not JSON`)
  return content
}

/** `halyard signal`. Answers the exit status; throws what keeps it from an answer. */
export async function runSignal(args: readonly string[]): Promise<number> {
  const asked = readOr(() => readSignalOptions(args, process.env), SIGNAL_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const { name, payload, id } = asked
  const text = await askInstance(asked, {
    ...requestOf(callSignalEndpoint, { params: { name } }),
    body: payload,
    headers: id === undefined ? {} : { 'idempotency-key': id },
  })
  if (text === undefined) return REJECTED
  const [signal] = callSignalEndpoint.responses[200].parse(asJson(text)).signals
  printLine(`Stored as signal ${signal?.id}, received ${signal?.createdAt}.`)
  return OK
}
