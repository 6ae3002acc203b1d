import { callTool, type AgentSession } from './call-tool.ts'
import { AGENT_TOOLS } from '#shared/clients/agents/agent-tools.ts'
import { AGENT_GUIDE } from './agent-guide.ts'

const GUIDE = 'halyard://docs/guide'
const PROJECTS = 'halyard://projects'

export const RESOURCES = [
  { uri: GUIDE, name: 'guide', title: 'How to work with flags', mimeType: 'text/plain' },
  { uri: PROJECTS, name: 'projects', title: 'Projects', mimeType: 'application/json' },
]

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${PROJECTS}/{project}`,
    name: 'project-flags',
    title: 'Flags of a project',
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${PROJECTS}/{project}/flags/{flag}`,
    name: 'flag',
    title: 'A flag',
    mimeType: 'application/json',
  },
]

/** Reads a resource by its URI, with the rights of the session. Throws an Error for an unknown one. */
export async function readResource(session: AgentSession, uri: string) {
  if (uri === GUIDE) return contentOf(uri, 'text/plain', AGENT_GUIDE)
  const call = toolCallOf(uri)
  const tool = call && AGENT_TOOLS.find(({ name }) => name === call.tool)
  if (!tool) throw new Error(`There is no resource ${uri.slice(0, 200)}.`)
  const { content, isError } = await callTool(session, tool, call.args)
  const text = content[0]?.text ?? ''
  if (isError) throw new Error(text)
  return contentOf(uri, 'application/json', text)
}

const contentOf = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] })

/** Finds the tool that reads a resource. */
function toolCallOf(uri: string): { tool: string; args: Record<string, string> } | undefined {
  if (uri === PROJECTS) return { tool: 'list_projects', args: {} }
  if (!uri.startsWith(`${PROJECTS}/`)) return undefined
  const [project, kind, flag, ...more] = uri
    .slice(PROJECTS.length + 1)
    .split('/')
    .map(decoded)
  if (!project || more.length > 0) return undefined
  if (kind === undefined) return { tool: 'find_flags', args: { project: `IS:${project}`, limit: '100' } }
  return kind === 'flags' && flag
    ? { tool: 'get_flag', args: { projectId: project, featureName: flag } }
    : undefined
}

/** Decodes a part of a path; empty if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
