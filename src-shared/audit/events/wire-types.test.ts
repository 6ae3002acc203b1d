import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { EVENT_TYPES, storedTypesOf, WIRE_EVENT_TYPES, wireTypeOf, WITHHELD_EVENT_TYPES } from './index.ts'

const { schemas } = JSON.parse(
  readFileSync(path.resolve('test/conformance/published/open-source.json'), 'utf8'),
) as { schemas: { eventSchema: { properties: { type: { enum: string[] } } } } }

describe('event types over HTTP', () => {
  it('are all in the published enum', () => {
    const published = schemas.eventSchema.properties.type.enum
    expect(WIRE_EVENT_TYPES.filter((type) => !published.includes(type))).toEqual([])
    // a type that is published needs no entry in the table
    expect(EVENT_TYPES.filter((type) => published.includes(type) && wireTypeOf(type) !== type)).toEqual([])
  })

  it('map back to the types of the log that they stand for', () => {
    expect(storedTypesOf('setting-updated')).toEqual(
      expect.arrayContaining(['cors-updated', 'maintenance-mode-updated', 'seen-contexts-updated']),
    )
    expect(storedTypesOf('user-login')).toEqual([])
    const all = [...WIRE_EVENT_TYPES.flatMap(storedTypesOf), ...WITHHELD_EVENT_TYPES]
    expect([...all].sort()).toEqual([...EVENT_TYPES].sort())
  })
})
