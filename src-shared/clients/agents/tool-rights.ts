import type { Permission } from '../../access/permissions/index.ts'
import { AGENT_TOOLS, type AgentTool } from './agent-tools.ts'

/** A tool with what its token needs. */
export interface ToolRights extends AgentTool {
  /** Any one of these suffices. None: whoever sees the project may use it. */
  readonly anyOf: readonly Permission[]
  /** True if it becomes a change request where changes need approval. */
  readonly needsApproval: boolean
}

/** Lists the tools with the rights of their operations. */
export function toolRights(): ToolRights[] {
  return AGENT_TOOLS.map((tool) => {
    const { access, changeControl } = tool.operation
    return {
      ...tool,
      anyOf: access.kind === 'permission' ? access.anyOf : [],
      needsApproval: changeControl !== undefined,
    }
  })
}
