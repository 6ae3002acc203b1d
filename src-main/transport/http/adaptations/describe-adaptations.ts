import { adaptationsOf } from './index.ts'
import type { JsonRecord } from './adaptation.ts'
import { isRecord } from '#shared/own-value.ts'

const SUCCESS = /^2/

/**
 * Applies the adaptations of a version to the OpenAPI descriptions of operations. `components`: their shared
 * schemas.
 */
export function describeAdaptations(
  version: string,
  described: readonly JsonRecord[],
  components: JsonRecord,
): void {
  const resolve = (schema: JsonRecord): JsonRecord => {
    const { $ref } = schema
    const found = typeof $ref === 'string' ? components[$ref.slice($ref.lastIndexOf('/') + 1)] : schema
    return isRecord(found) ? found : schema
  }
  for (const operation of described) {
    const operationId = String(operation['operationId'])
    const { parameters: listed } = operation
    const parameters = Array.isArray(listed) ? listed.filter(isRecord) : []
    const body = schemaOf(operation['requestBody'])
    const answers = Object.entries(asRecord(operation['responses'])).flatMap(([status, response]) => {
      const schema = SUCCESS.test(status) ? schemaOf(response) : undefined
      return schema ? [schema] : []
    })
    for (const { describe } of adaptationsOf(operationId, version))
      describe?.({ operationId, version, parameters, body, answers, resolve })
  }
}

/** Finds the schema of the JSON content. */
function schemaOf(part: unknown): JsonRecord | undefined {
  const schema = asRecord(asRecord(asRecord(part)['content'])['application/json'])['schema']
  return isRecord(schema) ? schema : undefined
}

const asRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {})
