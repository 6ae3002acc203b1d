import { expect, it } from 'vitest'

import { pathOf, summaryOf, toFolders } from './code-words.ts'

it('a place is copied as a whole path with its line', () => {
  expect(pathOf({ folder: '/home/ada/shop', file: 'src/a.ts', line: 3 })).toBe('/home/ada/shop/src/a.ts:3')
  expect(pathOf({ folder: '/', file: 'a.ts', line: 1 })).toBe('/a.ts:1')
  expect(pathOf({ folder: 'C:\\code', file: 'src/a.ts', line: 3 })).toBe('C:\\code\\src\\a.ts:3')
})

it('folders are entered one per line, each once', () => {
  expect(toFolders(' /a b \n\n/c\r\n/c')).toEqual(['/a b', '/c'])
  expect(toFolders('\n')).toEqual([])
})

it('a summary counts flags and files', () => {
  const scan = { scannedAt: '', files: 1200, isCut: false, problem: null }
  const counts = { used: 1, missing: 0, stale: 0, unused: 0 }
  expect(summaryOf({ counts, scan })).toBe('1 flag used in 1,200 files')
})
