import type { Adaptation } from './adaptation.ts'
import { isRecord, type JsonRecord } from './json-record.ts'
import { changeAt, changeSchemaAt } from './places.ts'
import { addToSchema, deprecatedProperty, makeOptional } from './schema-properties.ts'

const TAGS = 'data/featureTags/*'

/** semantics.md 12.2: until 8 the tags of imported flags could have their type and value as `type` and `value`. */
export const TAG_ALIASES: Adaptation = {
  versions: '<8.0.0',
  operations: ['importToggles', 'validateImport'],
  request: (raw) => ({ ...raw, body: changeAt(raw.body, TAGS, withoutAliases) }),
  describe: ({ body, resolve }) => {
    if (body)
      changeSchemaAt(body, TAGS, resolve, (schema) => {
        addToSchema(schema, {
          type: deprecatedProperty('string', 'The type of the tag. Use tagType.'),
          value: deprecatedProperty('string', 'The value of the tag. Use tagValue.'),
        })
        makeOptional(schema, ['tagType', 'tagValue'])
      })
  },
}

function withoutAliases(tag: JsonRecord): JsonRecord {
  const { type, value, ...rest } = tag
  return {
    ...rest,
    ...('tagType' in rest || type === undefined ? {} : { tagType: type }),
    ...('tagValue' in rest || value === undefined ? {} : { tagValue: value }),
  }
}
