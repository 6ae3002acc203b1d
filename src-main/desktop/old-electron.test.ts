import { readFileSync } from 'node:fs'

import { expect, it, vi } from 'vitest'

import { OLDEST_SUPPORTED, warnOfOldElectron } from './old-electron.ts'

it.each([
  ['33.2.1', true],
  [undefined, true],
  [`${OLDEST_SUPPORTED - 1}.9.9`, true],
  [`${OLDEST_SUPPORTED}.0.0`, false],
  ['45.4.1', false],
])('warns about Electron %s: %s', (version, isWarned) => {
  const warn = vi.fn()
  warnOfOldElectron({ warn }, version)
  expect(warn).toHaveBeenCalledTimes(isWarned ? 1 : 0)
})

it('the oldest supported Electron is two major versions before that of package.json', () => {
  const { devDependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { devDependencies: { electron: string } }
  const major = Number.parseInt(devDependencies.electron.replace(/^\D+/, ''), 10)
  expect(OLDEST_SUPPORTED).toBe(major - 2)
})
