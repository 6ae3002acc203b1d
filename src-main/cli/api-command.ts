import { COULD_NOT_RUN, OK, printError, readOr, printLine, USAGE_ERROR } from './cli-output.ts'
import { asJson, requestInstance } from './instance-request.ts'
import { describeOperation, listOperations } from './api-description.ts'
import { API_USAGE, readApiOptions, type ApiOptions } from './api-options.ts'
import { readNamedFile } from './read-named-file.ts'

const REJECTED = 3
const FAILED = 4

/** `halyard api`. Returns the exit status. Throws what keeps it from an answer. */
export async function runApi(args: readonly string[]): Promise<number> {
  const options = readOr(() => readApiOptions(args, process.env), API_USAGE)
  if (options === undefined) return USAGE_ERROR
  if (options.kind === 'list') {
    const lines = listOperations(options.text)
    if (lines === '') printError(`No operation has ${options.text} in its id, path or summary.`)
    else printLine(lines)
    return lines === '' ? COULD_NOT_RUN : OK
  }
  if (options.kind === 'describe') {
    printLine(describeOperation(options.operation))
    return OK
  }
  return request(options)
}

async function request(options: Extract<ApiOptions, { kind: 'request' }>): Promise<number> {
  const { operation, path, url, token, json } = options
  const body = await readBody(options.body)
  const { status, text } = await requestInstance(url + path, token, {
    method: operation.method,
    hint: 'Use --url.',
    ...(body === undefined ? {} : { body }),
  })
  const answer = asJson(text)
  if (status < 400) {
    if (text !== '')
      printLine(answer === undefined ? text.trimEnd() : JSON.stringify(answer, null, json ? 0 : 2))
    return OK
  }
  if (json) printLine(JSON.stringify(answer ?? { status, message: text }))
  else printError(problemOf(operation.operationId, status, answer, text))
  return status < 500 ? REJECTED : FAILED
}

async function readBody(body: { text: string } | { from: string } | undefined): Promise<string | undefined> {
  if (body === undefined || 'text' in body) return body?.text
  const text = body.from === '-' ? await readInput() : await readNamedFile(body.from)
  if (asJson(text) === undefined)
    throw new Error(`${body.from === '-' ? 'Standard input' : body.from} is not JSON`)
  return text
}

async function readInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text
}

interface Problem {
  message?: unknown
  details?: unknown
}

/** Text of an error: its message, and a line for each detail that says more. */
function problemOf(operation: string, status: number, answer: unknown, text: string): string {
  const { message, details }: Problem = typeof answer === 'object' && answer !== null ? answer : {}
  const lines = Array.isArray(details)
    ? details.flatMap((one: Problem | null) => (typeof one?.message === 'string' ? [one.message] : []))
    : []
  const said = typeof message === 'string' ? message : text.slice(0, 500)
  return [
    `${operation}: ${status} ${said}`,
    ...lines.filter((one) => one !== said).map((one) => `  ${one}`),
  ].join('\n')
}
