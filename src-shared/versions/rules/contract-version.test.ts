import { gte, major } from 'semver'
import { expect, it } from 'vitest'

import { OPERATIONS } from '../../contract/index.ts'
import { isDeprecatedIn, isServedIn, NEWEST_RELEASES, readContractVersion, VERSION_CHANGES } from './index.ts'

it.each([
  ['7', '7.6.5'],
  ['v6', '6.10.1'],
  ['6.9', '6.9.0'],
  ['5.6.11', '5.6.11'],
  ['5.10', '5.10.0'],
  [' 4 ', '4.21.0'],
  ['2', undefined],
  ['2.9', undefined],
  ['9', undefined],
  ['9.0.0', undefined],
  ['', undefined],
  ['seven', undefined],
  ['7.', undefined],
  ['7.1.2.3', undefined],
  ['-7', undefined],
  ['6v', undefined],
  ['07.1', undefined],
  ['10.0', undefined],
  ['7.99999999999999999999', undefined],
])('%j parses as version %s', (text, version) => {
  expect(readContractVersion(text)).toBe(version)
})

it('a major version alone includes every known release of it', () => {
  const known = [
    ...VERSION_CHANGES.flatMap(({ version, deprecated = [] }) => [version, ...deprecated]),
    ...OPERATIONS.flatMap(({ lifecycle: { since, deprecated } }) => [since, deprecated ?? since]),
  ]
  const beyond = known.filter((version) => !gte(NEWEST_RELEASES[String(major(version))] ?? '0.0.0', version))
  expect(beyond).toEqual([])
})

it.each([
  ['5.10.0', false],
  ['5.11.0', true],
  ['7.9.9', true],
  ['8.0.0', false],
])('what was added in 5.11.0 and removed in 8.0.0 is served in %s: %s', (version, served) => {
  expect(isServedIn({ lifecycle: { since: '5.11.0', removed: '8.0.0' } }, version)).toBe(served)
})

it("Halyard's own operations are served in every version", () => {
  expect(isServedIn({ lifecycle: { since: '8.1.0' }, everywhere: true }, '3.0.0')).toBe(true)
})

it.each([
  ['5.12.0', undefined, false],
  ['6.0.0', undefined, true],
  ['8.0.0', undefined, true],
  ['6.9.0', '7.0.0', true],
  ['7.0.0', '7.0.0', false],
])('what 6.0.0 deprecated is deprecated in %s, when %s withdrew it: %s', (version, restored, expected) => {
  const lifecycle = { since: '4.0.0', deprecated: '6.0.0', ...(restored ? { restored } : {}) }
  expect(isDeprecatedIn({ lifecycle }, version)).toBe(expected)
})

it('what no version deprecated is never deprecated', () => {
  expect(isDeprecatedIn({ lifecycle: { since: '4.0.0' } }, '8.2.0')).toBe(false)
})
