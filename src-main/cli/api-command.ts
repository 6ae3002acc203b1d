import { z } from 'zod'

import { COULD_NOT_RUN, OK, printError, readOr, printLine, USAGE_ERROR } from './cli-output.ts'
import { asJson, REJECTED, requestInstance } from './instance-request.ts'
import { API_USAGE, readApiOptions, type ApiOptions, API_OPERATIONS } from './api-options.ts'
import { readNamedFile } from './read-named-file.ts'
import { hasBody, type Operation } from '#shared/contract-engine/operation.ts'

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

/** Lists operations that have a text in their id, path or summary, a line for each. */
function listOperations(text: string): string {
  const wanted = text.toLowerCase()
  const found = [...API_OPERATIONS.values()].filter(({ operationId, path, summary }) =>
    [operationId, path, summary].some((one) => one.toLowerCase().includes(wanted)),
  )
  const width = Math.max(0, ...found.map(({ operationId }) => operationId.length)) + 2
  return found.map(({ operationId, summary }) => `${operationId.padEnd(width)}${summary}`).join('\n')
}

/** Describes an operation for the command line. */
function describeOperation(operation: Operation): string {
  const { operationId, method, path, summary, description, access, audience } = operation
  const needed =
    audience === 'open'
      ? 'no token'
      : access.kind === 'permission'
        ? access.anyOf.join(' or ')
        : 'any admin or personal access token'
  const part = (title: string, schema: z.ZodType) => `${title}:\n${inLines(schema)}`
  return [
    `${operationId}: ${summary}`,
    ...(description === undefined ? [] : [description]),
    `${method} ${path}`,
    `Needs: ${needed}`,
    ...(Object.keys(operation.params.shape).length > 0 ? [part('Path', operation.params)] : []),
    ...(Object.keys(operation.query.shape).length > 0 ? [part('Query', operation.query)] : []),
    ...(hasBody(operation) ? [part('Body', operation.body)] : []),
  ].join('\n\n')
}

interface Described {
  properties?: Record<string, unknown>
  required?: string[]
}

/** Lines of the properties of a schema, or its JSON schema. */
function inLines(schema: z.ZodType): string {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  if (described.properties === undefined) {
    const { $schema: _, ...rest } = described as Record<string, unknown>
    return `  ${JSON.stringify(rest)}`
  }
  const { properties, required = [] } = described
  return Object.entries(properties)
    .map(([name, one]) => `  ${name}${required.includes(name) ? '' : '?'}: ${JSON.stringify(one)}`)
    .join('\n')
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
