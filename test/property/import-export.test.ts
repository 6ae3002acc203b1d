import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { flag, makeFlags } from './flags-of-instances.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { importToggles } from '#shared/transfer/contract/import-export.ts'
import { applyScenario, exportScenario, planScenario } from '#shared/transfer/contract/scenario.ts'

/** Tests that an export from one instance, imported into another, gives the same flags. */
let from: TestBackend
let to: TestBackend
beforeAll(async () => {
  const users = [{ username: 'ann', roles: ['Admin'] }]
  ;[from, to] = await Promise.all([startBackend({ users }), startBackend({ users })])
  for (const app of [from, to])
    for (const name of ['beta', 'staff']) await app.call(createSegment, { body: { name, constraints: [] } })
})
afterAll(() => Promise.all([from.stop(), to.stop()]))

it('an import of an export equals the exported flags', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(flag, { minLength: 1, maxLength: 4 }), async (flags) => {
      const prefix = `run-${run++}`
      const names = flags.map((_flag, index) => `${prefix}-${index}`)
      await makeFlags(from, { prefix, flags, names })
      const before = await exported(from, [`${prefix}-parent`, ...names])
      const answer = await to.call(importToggles, {
        as: 'ann',
        body: { project: 'default', environment: 'development', data: before },
      })
      expect(answer.status, answer.text).toBe(200)
      const after = await exported(to, [`${prefix}-parent`, ...names])
      expect(comparable(after)).toEqual(comparable(before))
    }),
    { numRuns: propertyRuns(20), seed: 5 },
  )
})

it('a scenario that was exported plans nothing here, and makes another instance the same', async () => {
  let run = 0
  const scenarioOf = async (app: TestBackend) => (await app.call(exportScenario, { as: 'ann' })).body.text
  await fc.assert(
    fc.asyncProperty(fc.array(flag, { minLength: 1, maxLength: 4 }), async (flags) => {
      const prefix = `scene-${run++}`
      await makeFlags(from, { prefix, flags, names: flags.map((_flag, index) => `${prefix}-${index}`) })
      const text = await scenarioOf(from)
      const body = { text, prune: true }
      expect((await from.call(planScenario, { as: 'ann', body })).body.steps).toEqual([])
      const answer = await to.call(applyScenario, { as: 'ann', body })
      expect(answer.status, answer.text).toBe(200)
      expect(await scenarioOf(to)).toBe(text)
    }),
    { numRuns: 3, seed: 7 },
  )
})

async function exported(app: TestBackend, features: readonly string[]): Promise<ExportedFlags> {
  const body = { environment: 'development', features }
  return (await app.call('POST', '/api/admin/features-batch/export', { body })).body as ExportedFlags
}

/** Removes IDs and the dates of fields, which differ between instances. */
const comparable = ({ featureStrategies, contextFields, ...rest }: ExportedFlags) => ({
  ...rest,
  featureStrategies: featureStrategies.map(({ id: _id, ...one }) => one),
  contextFields: contextFields?.map(({ name }) => name),
})
