import type { AgentMode } from '#shared/clients/agents/agent-tools.ts'

export const MODES: readonly { value: AgentMode; label: string }[] = [
  { value: 'all', label: 'Read and write' },
  { value: 'dry-run', label: 'Try writes only' },
  { value: 'read-only', label: 'Read only' },
]

/** Words for what a tool does. */
export const EFFECTS = { read: 'Reads', write: 'Writes', destructive: 'Removes' } as const

export const CONNECTIONS = [
  { value: 'http', label: 'It connects by HTTP' },
  { value: 'program', label: 'It starts a program' },
] as const
export type Connection = (typeof CONNECTIONS)[number]['value']

/** Settings of an agent, as most of them read it. */
export function agentSettings(connection: Connection, url: string, mode: AgentMode): string {
  const lines = connection === 'http' ? overHttp(url, mode) : overProgram(url, mode)
  return `{\n  "mcpServers": {\n    "halyard": {\n${lines.map((line) => `      ${line}`).join(',\n')}\n    }\n  }\n}`
}

const overHttp = (url: string, mode: AgentMode) => [
  `"url": ${JSON.stringify(`${url}/mcp${mode === 'all' ? '' : `?mode=${mode}`}`)}`,
  '"headers": { "Authorization": "Bearer <TOKEN>" }',
]

function overProgram(url: string, mode: AgentMode) {
  const args = ['mcp', '--instance', url, ...(mode === 'all' ? [] : [`--${mode}`])]
  return [
    '"command": "halyard"',
    `"args": [${args.map((one) => JSON.stringify(one)).join(', ')}]`,
    '"env": { "HALYARD_TOKEN": "<TOKEN>" }',
  ]
}
