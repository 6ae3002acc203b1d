import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { callSignalEndpoint } from '#shared/signals/contract/signals.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { asJson, askInstance, messageIn, REJECTED, requestInstance } from './instance-request.ts'
import { OK, printError, printLine, readOr, USAGE_ERROR } from './cli-output.ts'
import { toldToStop } from './serve-command.ts'
import { type SendResult, watchFolder } from './signal-folder.ts'
import { DEFAULT_URL, type InstanceTarget, readTarget } from './instance-target.ts'

/** Usage text of `halyard signal`. */
export const SIGNAL_USAGE = `halyard signal NAME [options]   sends a signal to an endpoint (docs/signals.md)

  NAME           name of the endpoint
  --json JSON    the payload, as JSON or as a file that holds it; default: {}
  --id ID        id of the delivery: sent again with the same one, it is stored once
  --watch FOLDER sends each .json file that appears there, until it is stopped; moves it to sent or refused
  --url URL      a running instance (${DEFAULT_URL}); HALYARD_TOKEN holds the token of the endpoint
  --help

Exit status: 0 stored, 1 could not run, 2 wrong usage, 3 rejected.
`

interface SignalOptions extends InstanceTarget {
  name: string
  /** As JSON. */
  payload: string
  id: string | undefined
  /** Folder whose files are sent. */
  watch: string | undefined
}

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readSignalOptions(args: readonly string[], env: NodeJS.ProcessEnv): SignalOptions {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: text, id: text, watch: text, url: text },
  })
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new Error('Name one endpoint.')
  const target = readTarget(values, env, {
    withoutToken: 'An endpoint wants to know who sends: set HALYARD_TOKEN to a token of it.',
  })
  const { id } = values
  if (id !== undefined && !/^[\x21-\x7e]{1,200}$/.test(id))
    throw new Error('--id: up to 200 letters, digits and signs, without spaces.')
  const { watch } = values
  if (watch !== undefined) {
    if (values.json !== undefined || id !== undefined)
      throw new Error(
        '--watch: each file is a payload and has its own id, so --json and --id have no meaning.',
      )
    if (!statSync(watch, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`--watch ${watch}: there is no such folder.`)
  }
  return { ...target, name, id, watch, payload: readPayload(values.json ?? '{}') }
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
  const { name, payload, id, watch } = asked
  if (watch !== undefined) return runWatch(asked, watch)
  const text = await askInstance(asked, requestFor(name, payload, id))
  if (text === undefined) return REJECTED
  printLine(inWords(text))
  return OK
}

function requestFor(name: string, payload: string, id: string | undefined) {
  const headers: Readonly<Record<string, string>> = id === undefined ? {} : { 'idempotency-key': id }
  return { ...requestOf(callSignalEndpoint, { params: { name } }), body: payload, headers }
}

function inWords(answer: string): string {
  const [signal] = callSignalEndpoint.responses[200].parse(asJson(answer)).signals
  return `Stored as signal ${signal?.id}, received ${signal?.createdAt}.`
}

/** Statuses by which an endpoint refuses a payload. All others may pass once the token, the endpoint or the service is right. */
const OF_PAYLOAD: ReadonlySet<number> = new Set([400, 413, 415, 422])

async function sendPayload(
  { url, token, name }: SignalOptions,
  { payload, id }: { payload: string; id: string },
): Promise<SendResult> {
  const { path, ...request } = requestFor(name, payload, id)
  try {
    const { status, text } = await requestInstance(url + path, token, { ...request, hint: 'Use --url.' })
    if (status === 200) return { kind: 'stored', text: inWords(text) }
    const reason = `${status}: ${messageIn(text)}`
    return OF_PAYLOAD.has(status) ? { kind: 'refused', reason } : { kind: 'later', reason }
  } catch (error) {
    return { kind: 'later', reason: messageOf(error) }
  }
}

/** Sends the files of a folder until the process is told to stop. */
async function runWatch(asked: SignalOptions, folder: string): Promise<number> {
  printLine(`Sends the .json files of ${folder} to ${asked.name} at ${asked.url}. Ctrl+C stops.`)
  await watchFolder({
    folder,
    send: (payload, id) => sendPayload(asked, { payload, id }),
    stop: toldToStop(),
    say: printLine,
    warn: printError,
  })
  return OK
}
