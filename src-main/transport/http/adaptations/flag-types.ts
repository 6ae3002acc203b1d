import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import { z } from 'zod'

import { CreateFeature, FeatureTypeBefore8, UpdateFeature } from '#shared/flags/schemas/feature.ts'
import { CreateFormerFlag, UpdateFormerFlag } from '#shared/versions/schemas/former-flag.ts'
import { featureTypesOf } from '#shared/versions/rules/feature-types.ts'
import { notFound } from '#kernel/app-error.ts'
import { parseBody } from '#kernel/schema-error.ts'
import type { Adaptation, DescribedOperation, JsonRecord } from './adaptation.ts'
import { changeAt, changeSchemaAt, type BodyPath } from './body-paths.ts'
import { isRecord } from '#shared/own-value.ts'

/*
 * docs/contract/versions.md#sunset: version 8 brought the type `sunset`. Before, no flag can be given it, and
 * it is not among the types;
 * a flag that has it, from a port that answers as 8, is told of as it is.
 */
const BEFORE = '<8.0.0'
const type = FeatureTypeBefore8.optional()
const isOfLaterType = (value: unknown) =>
  typeof value === 'string' && !FeatureTypeBefore8.safeParse(value).success

/** Whole bodies of the operations that write a type, so that one error reports the other properties too. */
const BODIES: Partial<Record<OperationId, z.ZodType>> = {
  createFeature: CreateFeature.extend({ type }),
  updateFeature: UpdateFeature.extend({ type }),
  createFormerFlag: CreateFormerFlag.extend({ type }),
  updateFormerFlag: UpdateFormerFlag.extend({ type }),
}

const WRITES: readonly Adaptation[] = Object.entries(BODIES).map(([operationId, body]) => ({
  versions: BEFORE,
  operations: [operationId as OperationId],
  request: (raw) => {
    if (isRecord(raw.body) && isOfLaterType(raw.body['type'])) parseBody(body, raw.body)
    return raw
  },
  describe: describesTypesAt(''),
}))

/** A JSON Patch has the type as the value of one of its steps. */
const PATCHES: Adaptation = {
  versions: BEFORE,
  operations: ['patchFeature'],
  request: (raw) => {
    const steps: unknown[] = Array.isArray(raw.body) ? raw.body : []
    for (const step of steps)
      if (isRecord(step) && step['path'] === '/type' && isOfLaterType(step['value']))
        parseBody(z.object({ type }), { type: step['value'] })
    return raw
  },
}

const ImportBefore8 = z.looseObject({
  data: z.looseObject({ features: z.array(z.looseObject({ type: type.nullable() })) }),
})

/** A file is looked through for its types alone: all else is judged once they are right. */
const IMPORTS: Adaptation = {
  versions: BEFORE,
  operations: ['importToggles', 'validateImport'],
  request: (raw) => {
    let hasLaterType = false
    changeAt(raw.body, 'data/features/*', (flag) => {
      hasLaterType ||= isOfLaterType(flag['type'])
      return flag
    })
    if (hasLaterType) parseBody(ImportBefore8, raw.body)
    return raw
  },
  describe: describesTypesAt('data/features/*'),
}

const LISTS: Adaptation = {
  versions: BEFORE,
  operations: ['getAllFeatureTypes'],
  keepsShape: true,
  answer: (reply, { contract }) => {
    const known: readonly unknown[] = featureTypesOf(contract)
    const isKnown = (one: unknown) => !isRecord(one) || known.includes(one['id'])
    const body = changeAt(reply.body, '', (record) =>
      Array.isArray(record['types']) ? { ...record, types: record['types'].filter(isKnown) } : record,
    )
    return { ...reply, ...(reply.body === undefined ? {} : { body }) }
  },
}

const LIFETIMES: Adaptation = {
  versions: BEFORE,
  operations: ['updateFeatureTypeLifetime'],
  request: (raw) => {
    const id = isRecord(raw.params) ? raw.params['id'] : undefined
    if (id === 'sunset') throw notFound(`The feature type you tried to update ("${id}") does not exist.`)
    return raw
  },
}

export const FLAG_TYPES_BEFORE_8: readonly Adaptation[] = [...WRITES, PATCHES, IMPORTS, LISTS, LIFETIMES]

/** Leaves of the types in a schema those of the version. */
function describesTypesAt(place: BodyPath): NonNullable<Adaptation['describe']> {
  return ({ version, body, resolve }) => {
    if (body) changeSchemaAt(body, place, resolve, (schema) => narrow(schema, version, resolve))
  }
}

function narrow(schema: JsonRecord, version: string, resolve: DescribedOperation['resolve']): void {
  const { properties } = schema
  const described = isRecord(properties) && isRecord(properties['type']) ? resolve(properties['type']) : {}
  const branches: unknown[] = Array.isArray(described['anyOf']) ? described['anyOf'] : []
  const known: readonly unknown[] = featureTypesOf(version)
  for (const one of [described, ...branches])
    if (isRecord(one) && Array.isArray(one['enum']))
      one['enum'] = one['enum'].filter((value) => value === null || known.includes(value))
}
