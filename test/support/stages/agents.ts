import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Text of a tool's answer, and whether it is an error. */
export interface ToolResult {
  text: string
  isError: boolean
}

/** An agent that is connected by the SDK of the protocol. */
export interface TestAgent {
  client: Client
  call: (name: string, args?: Record<string, unknown>) => Promise<ToolResult>
  stop: () => Promise<void>
}

/** Connects an agent to an instance. */
export async function connectAgent(
  url: string,
  token: string,
  { query = '', name }: { query?: string; name?: string } = {},
): Promise<TestAgent> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = {
    authorization: `Bearer ${token}`,
    ...(name === undefined ? {} : { 'halyard-agent': name }),
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } }),
  )
  return {
    client,
    call: async (tool, args = {}) => {
      const result = await client.callTool({ name: tool, arguments: args })
      const [first] = result.content as { text?: string }[]
      return { text: first?.text ?? '', isError: result.isError === true }
    },
    stop: () => client.close(),
  }
}
