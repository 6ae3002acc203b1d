import type { Adaptation, JsonRecord } from './adaptation.ts'
import { changeAt, changeSchemaAt } from './body-paths.ts'
import { addToSchema, formerProperty, makeOptional } from './schema-properties.ts'

/**
 * Former names of the tag properties. They are in the shapes of 7; no source says when they became
 * deprecated.
 */
const TYPE = formerProperty('string', 'The type of the tag. Use tagType.', '7.0.0')
const VALUE = formerProperty('string', 'The value of the tag. Use tagValue.', '7.0.0')
const TAGS = 'data/featureTags/*'

/**
 * docs/contract/versions.md#tag-aliases: until 8 the tags of imported flags could have their type and value as
 * `type` and `value`.
 */
export const TAG_ALIASES: Adaptation = {
  versions: '<8.0.0',
  operations: ['importToggles', 'validateImport'],
  request: (raw) => ({ ...raw, body: changeAt(raw.body, TAGS, withoutAliases) }),
  describe: ({ version, body, resolve }) => {
    if (body)
      changeSchemaAt(body, TAGS, resolve, (schema) => {
        addToSchema(schema, {
          type: TYPE(version),
          value: VALUE(version),
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
