import { parseArgs } from 'node:util'

import { AGENT_MODES, type AgentMode } from '#shared/clients/agents/agent-tools.ts'
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { DEFAULT_URL } from './instance-target.ts'

/** Usage text of `halyard mcp`. */
export const MCP_USAGE = `halyard mcp [options]   connects an agent that speaks the Model Context Protocol over standard input and output

  --instance URL     the running instance (${DEFAULT_URL}); HALYARD_TOKEN holds the token for it
  --read-only        offers only the tools that change nothing
  --dry-run          tries all changes, and rolls them back
  --help

Certificates and proxies: HALYARD_CA_FILE, HTTPS_PROXY and others, see docs/configuration.md.
Exit status: 0 the agent has ended, 1 could not run, 2 wrong usage.
`

export interface McpOptions {
  url: string
  token: string
  mode: AgentMode
}

/** Reads the options. Throws an error with the reason if they are invalid. */
export function readMcpOptions(args: readonly string[], env: NodeJS.ProcessEnv): McpOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      instance: { type: 'string' },
      'read-only': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
  })
  const { instance = DEFAULT_URL, 'read-only': readOnly = false, 'dry-run': dryRun = false } = values
  if (!/^https?:\/\/./.test(instance)) throw new Error(`--instance: a URL such as ${DEFAULT_URL}`)
  if (readOnly && dryRun) throw new Error('--read-only and --dry-run do not go together.')
  const token = env['HALYARD_TOKEN']
  if (!token) throw new Error('HALYARD_TOKEN: the personal access token of the agent is missing.')
  const [all, dry, read] = AGENT_MODES
  return { url: withoutTrailingSlashes(instance), token, mode: readOnly ? read : dryRun ? dry : all }
}
