import { OPERATIONS } from '../../contract/index.ts'
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
    const operation = OPERATIONS.find(({ operationId }) => operationId === tool.operation)
    if (!operation) throw new TypeError(`The tool ${tool.name} has an unknown operation: ${tool.operation}`)
    const { access, changeControl } = operation
    return {
      ...tool,
      anyOf: access.kind === 'permission' ? access.anyOf : [],
      needsApproval: changeControl !== undefined,
    }
  })
}
