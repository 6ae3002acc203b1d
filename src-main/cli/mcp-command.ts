import { createInterface } from 'node:readline'

import { OK, printError, printLine, USAGE_ERROR } from './cli-output.ts'
import { requestInstance } from './instance-request.ts'
import { MCP_USAGE, readMcpOptions, type McpOptions } from './mcp-options.ts'
import { relayAgent } from './relay-agent.ts'

/** `halyard mcp`. Answers the exit status when the agent closes standard input. */
export async function runMcp(args: readonly string[]): Promise<number> {
  let asked: McpOptions
  try {
    asked = readMcpOptions(args, process.env)
  } catch (error) {
    printError(`${(error as Error).message}\n\n${MCP_USAGE}`)
    return USAGE_ERROR
  }
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
  await relayAgent(lines, printLine, asked, requestInstance)
  return OK
}
