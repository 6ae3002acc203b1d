import { expect, it } from 'vitest'

import type { Status } from '#lib/status.ts'
import { typeOptions, availableTypes } from './feature-types.ts'

const status = (contractVersion: string, strict: string | null = null): Status => ({
  url: null,
  contractVersion,
  strict,
  dataDir: '/data',
  database: 'SQLite in halyard.db',
  maintenance: false,
  writable: true,
  failure: null,
  lastDurableAt: null,
  lagMs: 0,
  scenarioFails: false,
  longTurn: null,
})

it.each([
  ['of an instance that is not known yet', undefined, false],
  ['of a service that does not name its version', status('unknown'), false],
  ['of version 7', status('7.6.5'), false],
  ['of version 8', status('8.0.0'), true],
  ['of version 7 that answers strictly as 8', status('7.6.5', '8.2.0'), true],
])('the types of flags %s', (_words, instance, hasSunset) => {
  expect(availableTypes(instance)).toContain('permission')
  expect(availableTypes(instance).includes('sunset')).toBe(hasSunset)
  expect(typeOptions(instance).some(({ label }) => label === 'Sunset')).toBe(hasSunset)
})
