import { z } from 'zod'

import { RequestedChange } from '../../changes/schemas/requested-change.ts'
import type { Operation } from '../../contract-engine/operation.ts'
import type { AgentTool } from './agent-tools.ts'

/** Name of the argument that holds a body which is no object with fields. */
const WHOLE_BODY = 'changes'
/** Argument of writes: try, and change nothing. */
export const DRY_RUN = 'dryRun'
/** The arguments of writes that no operation reads: operations check their own. */
const OwnArguments = z.object({ [DRY_RUN]: z.boolean().optional() })

type Shape = Record<string, z.ZodType>
type Json = Record<string, unknown>

/** Parts of a request. */
export interface ToolRequest {
  params: Json
  query: Json
  body?: unknown
}

/** Describes the arguments of a tool as JSON Schema: the fields of path, query and body of its operation, side by side. */
export function inputSchemaOf(tool: AgentTool, operation: Operation): Json {
  const body = bodyShapeOf(operation)
  const shape: Shape = {
    ...operation.params.shape,
    ...picked(tool, operation.query.shape),
    ...picked(tool, body ?? {}),
    ...(tool.effect === 'read' ? {} : OwnArguments.shape),
  }
  const { $schema: _version, ...schema } = z.toJSONSchema(z.object(shape), {
    io: 'input',
    unrepresentable: 'any',
    // without ids: each schema stands where it is used
    metadata: z.registry(),
  }) as Json & { properties?: Json; required?: string[] }
  if (body !== undefined || !hasOther(operation)) return { ...schema, additionalProperties: false }
  return {
    ...schema,
    properties: { ...schema.properties, [WHOLE_BODY]: CHANGES },
    required: [...(schema.required ?? []), WHOLE_BODY],
    additionalProperties: false,
  }
}

/** Changes of a request, in short: the contract describes every payload, which is too much for each agent to read. */
const CHANGES = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      action: { enum: RequestedChange.options.map(({ shape }) => shape.action.value) },
      feature: { type: 'string' },
      payload: { description: 'As the tool for the direct change takes it, such as {"enabled": true}' },
    },
    required: ['action'],
  },
}

/**
 * Divides the arguments of a call. Throws a TypeError that names an argument which the tool does not have, or which is not what
 * it must be.
 */
export function toToolRequest(tool: AgentTool, operation: Operation, args: Json): ToolRequest {
  const wrong = OwnArguments.safeParse(args).error?.issues[0]
  if (wrong && tool.effect !== 'read')
    throw new TypeError(`The argument "${wrong.path.join('.')}" is wrong: ${wrong.message}.`)
  requireFew(tool, args)
  const body = bodyShapeOf(operation)
  const query = picked(tool, operation.query.shape)
  const offered = picked(tool, body ?? {})
  const parts = { params: [], query: [], body: [] } as Record<string, [string, unknown][]>
  let whole: unknown
  for (const [name, value] of Object.entries(args)) {
    if (Object.hasOwn(operation.params.shape, name)) parts['params']?.push([name, textOf(value)])
    else if (Object.hasOwn(query, name)) parts['query']?.push([name, textOf(value)])
    else if (Object.hasOwn(offered, name)) parts['body']?.push([name, value])
    else if (name === WHOLE_BODY && !body && hasOther(operation)) whole = value
    else if (name !== DRY_RUN || tool.effect === 'read')
      throw new TypeError(`The tool ${tool.name} has no argument "${name.slice(0, 100)}".`)
  }
  return {
    params: Object.fromEntries(parts['params'] ?? []),
    query: Object.fromEntries(parts['query'] ?? []),
    ...(body
      ? { body: Object.fromEntries(parts['body'] ?? []) }
      : hasOther(operation)
        ? { body: whole }
        : {}),
  }
}

/** Throws a TypeError if an agent asks for more than it can read. */
function requireFew({ name, most }: AgentTool, { limit }: Json): void {
  if (most === undefined || limit === undefined || Number(limit) <= most) return
  throw new TypeError(`The tool ${name} answers at most ${most} at once: use a filter, or a smaller limit.`)
}

/** Values of paths and queries are texts. */
const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const hasOther = ({ body }: Operation) => body.type !== 'undefined'

const bodyShapeOf = ({ body }: Operation): Shape | undefined =>
  body instanceof z.ZodObject ? body.shape : undefined

const picked = ({ takes }: AgentTool, shape: Shape): Shape =>
  takes ? Object.fromEntries(Object.entries(shape).filter(([name]) => takes.includes(name))) : shape
