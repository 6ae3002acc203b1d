import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

import { AGENT_TOOLS, type AgentTool } from '#shared/clients/agents/agent-tools.ts'
import { inputSchemaOf } from '#shared/clients/agents/tool-input.ts'
import type { Binding } from '../http/bind.ts'
import { AGENT_GUIDE, AGENT_PROMPTS } from './agent-guide.ts'
import { readResource, RESOURCES, RESOURCE_TEMPLATES } from './agent-resources.ts'
import { callTool, type AgentSession } from './call-tool.ts'

const INFO = { name: 'halyard', title: 'Halyard', version: '1' }

/**
 * Answers one message of the Model Context Protocol, or a batch of them. Nothing is kept between two requests: there are no
 * sessions to bound, to end, or to steal (ADR 54).
 */
export async function answerAgent(
  session: AgentSession,
  headers: Readonly<Record<string, string>>,
  message: unknown,
): Promise<{ status: number; headers: Headers; body: Buffer }> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverFor(session)
  try {
    await server.connect(transport)
    const request = new Request('http://localhost/mcp', { method: 'POST', headers })
    const response = await transport.handleRequest(request, { parsedBody: message })
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    }
  } finally {
    await server.close()
  }
}

function serverFor(session: AgentSession): Server {
  const server = new Server(INFO, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: AGENT_GUIDE,
  })
  const tools = AGENT_TOOLS.filter((tool) => isOffered(session, tool))
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.flatMap((tool) => describe(tool, session.bindings.get(tool.operation.operationId))),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.find((one) => one.name === name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name.slice(0, 100)}".`)
    return callTool(session, tool, args)
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => readResource(session, uri))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: AGENT_PROMPTS.map(({ text: _text, ...prompt }) => prompt),
  }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const prompt = AGENT_PROMPTS.find((one) => one.name === name)
    if (!prompt) throw new McpError(ErrorCode.InvalidParams, `There is no prompt "${name.slice(0, 100)}".`)
    return { messages: [{ role: 'user', content: { type: 'text', text: prompt.text(args) } }] }
  })
  return server
}

const isOffered = ({ mode, bindings }: AgentSession, { effect, operation }: AgentTool): boolean =>
  bindings.has(operation.operationId) && (mode !== 'read-only' || effect === 'read')

/** Schemas follow from the contract, which never changes: each is made once. */
const schemas = new WeakMap<Binding, { type: 'object'; [member: string]: unknown }>()

function describe(tool: AgentTool, binding: Binding | undefined) {
  if (!binding) return []
  const inputSchema = schemas.get(binding) ?? {
    ...inputSchemaOf(tool, binding.operation),
    type: 'object' as const,
  }
  schemas.set(binding, inputSchema)
  const { name, title, description, effect } = tool
  return [
    {
      name,
      title,
      description,
      inputSchema,
      annotations: {
        title,
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'destructive',
        openWorldHint: false,
      },
    },
  ]
}
