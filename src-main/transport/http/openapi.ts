import { z } from 'zod'

import { describeAdaptations } from './adaptations/describe-adaptations.ts'
import { errorStatuses, hasBody, type Operation } from '#shared/contract/index.ts'
import { PROTOBUF_TYPE } from './protobuf/protobuf-route.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { isDeprecatedIn } from '#shared/versions/rules/is-served-in.ts'

type Json = Record<string, unknown>

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const REF = '#/components/schemas/'

const ErrorRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    message: z.string(),
    details: z.array(
      z.object({
        description: z.string(),
        message: z.string(),
        path: z.string().optional(),
        validationErrors: z.array(z.string()).optional(),
      }),
    ),
  })
  .meta({ id: 'errorRecord', description: 'The body of every refusal.' })

/** The operations that a server has, and the version of the contract that they are of. */
export interface ServedContract {
  version: string
  operations: readonly Operation[]
  /** Path before all others; empty: none. */
  basePath?: string
}

/** The OpenAPI 3.0 document of the operations: nothing in it is written twice (docs/architecture.md, idea 1). */
export function openApiDocument(contract: ServedContract): Json {
  const document = new Document(contract)
  for (const operation of contract.operations) document.add(operation)
  return document.whole()
}

/** The same, made in short turns: the schemas of all operations take more than a second of a processor. */
export async function openApiDocumentInSteps(contract: ServedContract): Promise<Json> {
  const document = new Document(contract)
  await inSteps(contract.operations, (operation) => document.add(operation))
  return document.whole()
}

class Document {
  readonly #contract: ServedContract
  readonly #schemas: Json = {}
  readonly #paths: Record<string, Json> = {}

  constructor(contract: ServedContract) {
    this.#contract = contract
  }

  add(operation: Operation): void {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    const described = describe(operation, this.#contract.version, this.#schemas)
    this.#paths[path] = { ...this.#paths[path], [operation.method.toLowerCase()]: described }
  }

  whole(): Json {
    const { version, basePath = '' } = this.#contract
    const described = Object.values(this.#paths).flatMap((methods) => Object.values(methods) as Json[])
    describeAdaptations(version, described, this.#schemas)
    return {
      openapi: '3.0.3',
      info: {
        title: 'Halyard',
        version,
        description: 'The contract of the feature-flag service.',
      },
      servers: basePath === '' ? [] : [{ url: basePath }],
      security: [{ apiKey: [] }, { bearerToken: [] }],
      paths: this.#paths,
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API token' },
          bearerToken: { type: 'http', scheme: 'bearer', description: 'An API token as a Bearer token' },
        },
        schemas: this.#schemas,
      },
    }
  }
}

function describe(operation: Operation, version: string, schemas: Json): Json {
  const { operationId, summary, description, tag, lifecycle, access, audience } = operation
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(audience === 'open' ? { security: [] } : {}),
    ...(isDeprecatedIn(operation, version) ? { deprecated: true } : {}),
    'x-since': lifecycle.since,
    ...(access.kind === 'permission' ? { 'x-permissions': access.anyOf } : {}),
    parameters: [
      ...parametersOf('path', operation.params, schemas),
      ...parametersOf('query', operation.query, schemas),
      ...parametersOf('header', operation.headers, schemas),
    ],
    ...(hasBody(operation)
      ? {
          requestBody: {
            required: !operation.bodyIsOptional,
            content: {
              [operation.isForm ? FORM_TYPE : JSON_TYPE]: {
                schema: toSchema(operation.body, 'input', schemas),
              },
              ...(operation.protobuf ? { [PROTOBUF_TYPE]: { schema: BINARY } } : {}),
            },
          },
        }
      : {}),
    responses: responsesOf(operation, schemas),
  }
}

function responsesOf(operation: Operation, schemas: Json): Json {
  const responses: Json = {}
  for (const [status, schema] of Object.entries(operation.responses)) {
    const type = schema instanceof z.ZodLiteral ? 'text/plain' : JSON_TYPE
    responses[status] = {
      description: schema === null ? 'Done; the body is empty.' : 'The answer.',
      ...(operation.location ? { headers: { Location: LOCATION } } : {}),
      ...(schema === null ? {} : { content: { [type]: { schema: toSchema(schema, 'output', schemas) } } }),
    }
  }
  for (const status of errorStatuses(operation)) {
    responses[status] = {
      description: REFUSALS[status] ?? 'Refused.',
      content: { [JSON_TYPE]: { schema: toSchema(ErrorRecord, 'output', schemas) } },
    }
  }
  return responses
}

const BINARY = { type: 'string', format: 'binary' }

const LOCATION = {
  description: 'Path of what was made, relative to that of the request.',
  schema: { type: 'string' },
}

const REFUSALS: Record<number, string> = {
  400: 'The request is not valid; the details say where.',
  401: 'The credentials are missing or not valid.',
  403: 'The caller may not do this; the record says what was needed.',
  404: 'There is no such thing.',
  409: 'It exists already.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests.',
}

function parametersOf(place: 'path' | 'query' | 'header', schema: z.ZodObject, schemas: Json): Json[] {
  return Object.entries(schema.shape).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: toSchema(part as z.ZodType, 'input', schemas),
  }))
}

/** Builds a JSON schema. Its named parts are added to `schemas`. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _version,
    $defs,
    definitions,
    ...rest
  } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
  }) as Json & { $defs?: Json; definitions?: Json }
  for (const [id, definition] of Object.entries({ ...$defs, ...definitions }))
    schemas[id] = rewriteRefs(definition)
  const id = schema.meta()?.id
  if (id === undefined) return rewriteRefs(rest) as Json
  // a nested schema is a reference to a definition that is already listed
  if (!('$ref' in rest)) schemas[id] = rewriteRefs(rest)
  return { $ref: `${REF}${id}` }
}

function rewriteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      // a schema name, not a property of that name
      .filter(([key, part]) => key !== 'id' || typeof part !== 'string')
      .map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string'
          ? part.replace(/^#\/(\$defs|definitions)\//, REF)
          : rewriteRefs(part),
      ]),
  )
}
