import { z } from 'zod'

import { openApiDocument } from '#transport/http/openapi.ts'
import type { Operation } from '#shared/contract/index.ts'

type Json = Record<string, unknown>
const COMPONENTS = '#/components/schemas/'
const made = new Map<string, z.ZodType>()

/**
 * Gets the schema of an operation's response from a version's OpenAPI document; undefined: no such response.
 */
export function describedAnswer(
  operation: Operation,
  version: string,
  status: number,
): z.ZodType | undefined {
  if (!operation.responses[status]) return undefined
  const key = `${operation.operationId} ${version} ${status}`
  const known = made.get(key) ?? make(operation, version, status)
  made.set(key, known)
  return known
}

function make(operation: Operation, version: string, status: number): z.ZodType {
  const { paths, components } = openApiDocument({ version, operations: [operation] }) as {
    paths: Record<string, Record<string, { responses: Record<number, { content: Record<string, Json> }> }>>
    components: { schemas: Json }
  }
  const [described] = Object.values(paths).flatMap((methods) => Object.values(methods))
  const schema = described?.responses[status]?.content['application/json']?.['schema'] as Json
  const definitions = toDefinitions(components.schemas)
  return z.fromJSONSchema(
    { ...(toDefinitions(schema) as Json), definitions },
    {
      defaultTarget: 'openapi-3.0',
    },
  )
}

/** Converts references to components into references to definitions. */
function toDefinitions(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${COMPONENTS}`, '"#/definitions/')) as unknown
}
