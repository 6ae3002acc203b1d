import { createInterface } from 'node:readline'

import { ownValue } from '#shared/own-value.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { OK, readOr, printLine, USAGE_ERROR } from './cli-output.ts'
import { asJson, messageIn, requestInstance } from './instance-request.ts'
import { MCP_USAGE, type McpOptions, readMcpOptions } from './mcp-options.ts'

type Request = typeof requestInstance

/** Error code of JSON-RPC that servers may choose. */
const NOT_ANSWERED = -32_000

/** Sends each line of an agent to the instance, in order, and writes what comes back. Ends with the lines. */
export async function relayAgent(
  lines: AsyncIterable<string>,
  write: (line: string) => void,
  { url, token, mode }: McpOptions,
  request: Request,
): Promise<void> {
  const headers: Record<string, string> = { accept: 'application/json, text/event-stream' }
  for await (const line of lines) {
    if (line.trim() === '') continue
    const message = asJson(line)
    const agent = nameIn(message)
    if (agent !== undefined) headers['halyard-agent'] = agent
    try {
      const { status, text } = await request(`${url}/mcp?mode=${mode}`, token, {
        method: 'POST',
        body: line,
        headers,
        hint: 'Use --instance.',
      })
      if (status >= 400) throw new Error(`${new URL(url).origin} answers ${status}: ${messageIn(text)}`)
      if (text.trim() === '') continue
      const answer = asJson(text)
      const version = member(member(answer, 'result'), 'protocolVersion')
      if (typeof version === 'string') headers['mcp-protocol-version'] = version
      write(text)
    } catch (error) {
      const id = member(message, 'id')
      // a notification gets no answer
      if (id !== undefined) write(JSON.stringify({ jsonrpc: '2.0', id, error: errorOf(error) }))
    }
  }
}

const errorOf = (error: unknown) => ({
  code: NOT_ANSWERED,
  message: messageOf(error),
})

/** Finds the name that an agent gives itself when it begins, in letters that a header may have. */
function nameIn(message: unknown): string | undefined {
  const name = member(member(member(message, 'params'), 'clientInfo'), 'name')
  return typeof name === 'string' ? name.replace(/[^\w .-]/g, '') : undefined
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? ownValue({ ...value }, name) : undefined

/** `halyard mcp`. Answers the exit status when the agent closes standard input. */
export async function runMcp(args: readonly string[]): Promise<number> {
  const asked = readOr(() => readMcpOptions(args, process.env), MCP_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
  await relayAgent(lines, printLine, asked, requestInstance)
  return OK
}
