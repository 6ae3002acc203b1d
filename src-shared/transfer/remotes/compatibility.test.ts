import { expect, it } from 'vitest'

import { CONTRACT_VERSION } from '../../versions/rules/index.ts'
import { compatibilityWith } from './compatibility.ts'

const missing = (version: string) =>
  compatibilityWith(version).operations.map(({ operationId, reason }) => `${operationId} ${reason}`)
const changes = (version: string) => compatibilityWith(version).changes.map(({ id }) => id)

it('equal versions have no differences, except for what is newer than the version here', () => {
  const { operations, changes: none, isNewer } = compatibilityWith(CONTRACT_VERSION)
  expect({ none, isNewer }).toEqual({ none: [], isNewer: false })
  expect(operations.every(({ reason, version }) => reason === 'since' && version.startsWith('8'))).toBe(true)
})

it('the check of a newer version names what it removed, and how it treats tokens', () => {
  expect(missing('8.2.0')).toContain('getCustomMetrics removed')
  expect(changes('8.2.0')).toContain('strict-token-kinds-v8')
  expect(missing('8.2.0').filter((one) => one.endsWith('since'))).toEqual([])
})

it('the check of an older version names what it does not have yet', () => {
  expect(missing('5.0.0')).toContain('createSignalEndpoint since')
  expect(changes('5.0.0')).toContain('property-username')
  expect(changes('5.0.0')).not.toContain('validation-record-v5')
  expect(changes('4.9.0')).toContain('validation-record-v5')
})

it('Halyard’s own operations are never reported as missing in another version', () => {
  for (const version of ['4.0.0', '5.6.11', '7.6.5', '8.2.0'])
    expect(missing(version).filter((one) => /Remote|UpgradeReport/.test(one))).toEqual([])
})
