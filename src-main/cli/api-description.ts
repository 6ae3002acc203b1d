import { z } from 'zod'

import { hasBody, type Operation } from '#shared/contract-engine/operation.ts'
import { API_OPERATIONS } from './api-options.ts'

/** Lists operations that have a text in their id, path or summary, a line for each. */
export function listOperations(text: string): string {
  const wanted = text.toLowerCase()
  const found = [...API_OPERATIONS.values()].filter(({ operationId, path, summary }) =>
    [operationId, path, summary].some((one) => one.toLowerCase().includes(wanted)),
  )
  const width = Math.max(0, ...found.map(({ operationId }) => operationId.length)) + 2
  return found.map(({ operationId, summary }) => `${operationId.padEnd(width)}${summary}`).join('\n')
}

/** Describes an operation for the command line. */
export function describeOperation(operation: Operation): string {
  const { operationId, method, path, summary, description, access, audience } = operation
  const needed =
    audience === 'open'
      ? 'no token'
      : access.kind === 'permission'
        ? access.anyOf.join(' or ')
        : 'any admin or personal access token'
  const part = (title: string, schema: z.ZodType) => `${title}:\n${inLines(schema)}`
  return [
    `${operationId}: ${summary}`,
    ...(description === undefined ? [] : [description]),
    `${method} ${path}`,
    `Needs: ${needed}`,
    ...(Object.keys(operation.params.shape).length > 0 ? [part('Path', operation.params)] : []),
    ...(Object.keys(operation.query.shape).length > 0 ? [part('Query', operation.query)] : []),
    ...(hasBody(operation) ? [part('Body', operation.body)] : []),
  ].join('\n\n')
}

interface Described {
  properties?: Record<string, unknown>
  required?: string[]
}

/** Lines of the properties of a schema, or its JSON schema. */
function inLines(schema: z.ZodType): string {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  if (described.properties === undefined) {
    const { $schema: _, ...rest } = described as Record<string, unknown>
    return `  ${JSON.stringify(rest)}`
  }
  const { properties, required = [] } = described
  return Object.entries(properties)
    .map(([name, one]) => `  ${name}${required.includes(name) ? '' : '?'}: ${JSON.stringify(one)}`)
    .join('\n')
}
