import type { Adaptation } from './adaptation.ts'
import { changeSchemaAt } from './body-paths.ts'
import { propertiesOfAnswers, TOKENS } from './properties.ts'
import { addToSchema, formerProperty, makeOptional } from './schema-properties.ts'
import { isRecord } from '#shared/own-value.ts'

const USERNAME = formerProperty('string', 'The name of the token. Use tokenName.', '5.1.0')

const NAMED = propertiesOfAnswers({
  versions: '<7.0.0',
  places: TOKENS,
  adds: { username: { schema: USERNAME, of: ({ tokenName }) => tokenName } },
})

/** Document, "Removed schema properties in v7": API tokens had their name as `username`, too. */
export const TOKEN_NAMES: Adaptation = {
  ...NAMED,
  request: (raw) => {
    const { body } = raw
    if (!isRecord(body) || body['tokenName'] !== undefined || body['username'] === undefined) return raw
    const { username, ...rest } = body
    return { ...raw, body: { ...rest, tokenName: username } }
  },
  describe: (described) => {
    NAMED.describe(described)
    const { version, body, resolve } = described
    if (body)
      changeSchemaAt(body, '', resolve, (schema) => {
        addToSchema(schema, { username: USERNAME(version) })
        makeOptional(schema, ['tokenName'])
      })
  },
}

const PROJECT = formerProperty('string', 'The project that the token is for. Use projects.', '7.0.0')

/** Tokens of one project were created by `project`. Ignored, it would open all projects (docs/contract/versions.md#token-project). */
export const TOKEN_PROJECT: Adaptation = {
  operations: ['createApiToken'],
  versions: '<7.0.0',
  request: (raw) => {
    const { body } = raw
    if (!isRecord(body) || body['projects'] !== undefined || body['project'] === undefined) return raw
    const { project, ...rest } = body
    return { ...raw, body: { ...rest, projects: [project] } }
  },
  describe: ({ version, body, resolve }) => {
    if (body)
      changeSchemaAt(body, '', resolve, (schema) => addToSchema(schema, { project: PROJECT(version) }))
  },
}
