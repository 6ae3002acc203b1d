import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Adaptation, JsonRecord } from './adaptation.ts'
import { changeAt, changeSchemaAt, type BodyPath } from './body-paths.ts'
import { addToSchema, dropFromSchema } from './schema-properties.ts'

/** Property in the responses of some versions, absent today. */
interface AddedProperty {
  /** Schema of the property in the document of a version. */
  schema: (version: string) => JsonRecord
  of: (record: JsonRecord) => unknown
}

interface PropertyChange {
  versions: string
  /** Locations of the records in each operation's response. */
  places: Readonly<Partial<Record<OperationId, BodyPath | readonly BodyPath[]>>>
  adds?: Readonly<Record<string, AddedProperty>>
  drops?: readonly string[]
}

/** API tokens in the answers of operations. */
export const TOKENS = {
  createApiToken: '',
  getAllApiTokens: 'tokens/*',
  getApiTokensByName: 'tokens/*',
  createProjectApiToken: '',
  getProjectApiTokens: 'tokens/*',
} as const

/**
 * Builds the part of an adaptation that adds properties to the records in responses, and removes others.
 * Nothing else changes.
 */
export function propertiesOfAnswers({
  versions,
  places,
  adds = {},
  drops = [],
}: PropertyChange): Adaptation & Required<Pick<Adaptation, 'answer' | 'describe'>> {
  const placesOf = (operationId: string): readonly BodyPath[] =>
    [ownValue<BodyPath | readonly BodyPath[] | undefined>(places, operationId) ?? []].flat()
  const added = Object.entries(adds)
  const change = (record: JsonRecord): JsonRecord => ({
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !drops.includes(name))),
    ...Object.fromEntries(added.map(([name, { of }]) => [name, of(record)])),
  })
  return {
    versions,
    operations: Object.keys(places) as OperationId[],
    answer: (reply, { operationId }) => ({
      ...reply,
      ...(reply.body === undefined
        ? {}
        : {
            body: placesOf(operationId).reduce<unknown>(
              (body, place) => changeAt(body, place, change),
              reply.body,
            ),
          }),
    }),
    describe: ({ operationId, version, answers, resolve }) => {
      const schemas = Object.fromEntries(added.map(([name, { schema }]) => [name, schema(version)]))
      for (const place of placesOf(operationId))
        for (const answer of answers)
          changeSchemaAt(answer, place, resolve, (schema) => {
            dropFromSchema(schema, drops)
            addToSchema(schema, schemas)
          })
    },
  }
}
