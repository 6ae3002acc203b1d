import { z } from 'zod'

import type { Caller } from '#kernel/caller.ts'
import { parseBody } from '#kernel/schema-error.ts'
import type { Adaptation, JsonRecord } from './adaptation.ts'
import { changeAt, changeSchemaAt } from './body-paths.ts'
import { addToSchema, formerProperty } from './schema-properties.ts'
import { isRecord } from '#shared/own-value.ts'

const ENVIRONMENT = formerProperty('string', 'The environment; that of the token is what counts.', '5.2.0')
const Saying = z.object({ environment: z.string().nullish() })

/** Reads the environment from a record. Throws an error if the environment is not text. */
function environmentIn(record: unknown): string | undefined {
  return isRecord(record) ? (parseBody(Saying, record).environment ?? undefined) : undefined
}

/**
 * Adds the environment to the caller. It counts if the token covers all environments (document:
 * Authentication 5).
 */
const saying = (caller: Caller, environment: string | undefined): Caller =>
  environment === undefined ? caller : { ...caller, environment }

const describesIn =
  (place: string): Adaptation['describe'] =>
  ({ version, body, resolve }) => {
    if (body)
      changeSchemaAt(body, place, resolve, (schema) =>
        addToSchema(schema, { environment: ENVIRONMENT(version) }),
      )
  }

/** Document, "Removed schema properties in v7": what SDKs registered and counted said of which environment it is. */
export const SDK_REPORTS: Adaptation = {
  versions: '<7.0.0',
  operations: [
    'registerClientApplication',
    'registerClientMetrics',
    'registerFrontendClient',
    'registerFrontendMetrics',
  ],
  caller: (caller, { body }) => saying(caller, environmentIn(body)),
  describe: describesIn(''),
}

/** The same of the context that flags are evaluated for. There, what is no text is no field of the context. */
export const SDK_CONTEXTS: Adaptation = {
  versions: '<7.0.0',
  operations: ['getFrontendFeatures', 'getFrontendApiFeaturesWithPost'],
  caller: (caller, { query, body }) => {
    const context = isRecord(body) ? body['context'] : query
    const said = isRecord(context) ? context['environment'] : undefined
    return saying(caller, typeof said === 'string' && said !== '' ? said : undefined)
  },
  describe: describesIn('context'),
}

/** The same of the playground, whose own environment is what counts: there it is told again, and that is all. */
export const PLAYGROUND_CONTEXTS: Adaptation = {
  versions: '<7.0.0',
  operations: ['getPlayground', 'getAdvancedPlayground', 'getPlaygroundForChangeRequest'],
  answer: (reply, { raw }) => {
    const environment = contextOf(raw.body)?.['environment']
    if (environment === undefined) return reply
    return {
      ...reply,
      body: changeAt(reply.body, 'input/context', (context) => ({ ...context, environment })),
    }
  },
  describe: describesIn('context'),
}

const contextOf = (body: unknown): JsonRecord | undefined => {
  const context = isRecord(body) ? body['context'] : undefined
  return isRecord(context) ? context : undefined
}
