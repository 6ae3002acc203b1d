import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'

import { profilesRouter } from '#main/profiles/profiles-router.ts'
import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { nodesOf } from '#support/service/schema-walk.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PARTS = ['params', 'query', 'headers', 'body'] as const

let app: TestBackend
beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

/** Values of any kind have the bounds of every request (request-bounds.ts). */
const unboundedIn = (schema: z.ZodType, name: string): string[] =>
  nodesOf(schema)
    .filter(({ kind, most }) => kind !== 'any' && most === undefined)
    .map(({ kind, path }) => `${name}/${path.join('/')}: ${kind}`)

const unboundedOf = (operation: Operation): string[] =>
  PARTS.flatMap((part) => unboundedIn(operation[part], `${operation.operationId} ${part}`))

describe('each text, list and map of a request has a maximum', () => {
  it('of the contract, signals, SCIM, OpenFeature and agents included', () => {
    expect([...OPERATIONS, ...FORMER_OPERATIONS].flatMap(unboundedOf)).toEqual([])
  })

  it('of the procedures of the window', () => {
    const procedures = Object.values(app.backend.appRouter._def.procedures) as {
      _def: { meta?: { operation?: Operation } }
    }[]
    const operations = procedures.flatMap(({ _def: { meta } }) => meta?.operation ?? [])
    expect(operations.length).toBeGreaterThan(300)
    expect(operations.flatMap(unboundedOf)).toEqual([])
  })

  it('of the procedures of the app', () => {
    const procedures: Record<string, unknown> = profilesRouter._def.procedures
    const inputs = Object.entries(procedures).flatMap(([name, procedure]) => {
      const { meta } = (procedure as { _def: { meta?: { input?: z.ZodType } } })._def
      return meta?.input ? [{ name, input: meta.input }] : []
    })
    expect(inputs.length).toBeGreaterThan(10)
    expect(inputs.flatMap(({ name, input }) => unboundedIn(input, name))).toEqual([])
  })
})
