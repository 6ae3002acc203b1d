import { gte } from 'semver'

import type { JsonRecord } from './adaptation.ts'
import { isRecord } from '#shared/own-value.ts'

/** Gives the JSON schema of an object further properties. */
export function addToSchema(schema: JsonRecord, properties: JsonRecord): void {
  schema['properties'] = { ...asRecord(schema['properties']), ...properties }
}

/** Takes properties from the JSON schema of an object. */
export function dropFromSchema(schema: JsonRecord, names: readonly string[]): void {
  schema['properties'] = Object.fromEntries(
    Object.entries(asRecord(schema['properties'])).filter(([name]) => !names.includes(name)),
  )
  makeOptional(schema, names)
}

/** Says of properties that they may be left out. */
export function makeOptional(schema: JsonRecord, names: readonly string[]): void {
  const { required } = schema
  if (!Array.isArray(required)) return
  const left = required.filter((name) => !names.includes(String(name)))
  if (left.length > 0) schema['required'] = left
  // OpenAPI 3.0 has no empty list there
  else delete schema['required']
}

/** A property that a later version removed, as the documents of those before describe it: marked once it was to go. */
export const formerProperty =
  (type: 'string' | 'boolean', description: string, deprecated: string) =>
  (version: string): JsonRecord => ({
    type,
    description,
    ...(gte(version, deprecated) ? { deprecated: true } : {}),
  })

const asRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {})
