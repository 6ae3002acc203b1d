import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { findingInWords, itemInWords, outcomeInWords } from './finding-words.ts'

const SERVICE = path.resolve(import.meta.dirname, '../../../../src-main')
const OVERWRITTEN = 'The following features already exist in this project and will be overwritten:'
const NONE = { errors: [], warnings: [], permissions: [] }

describe('the findings of an import', () => {
  it('speak of flags, whatever the service found', () => {
    const source = readFileSync(path.join(SERVICE, 'domains/transfer/import-export/find-problems.ts'), 'utf8')
    const messages = [...source.matchAll(/['`]((?:We detected|The following) [^\n]{1,200}:)['`]/g)].map(
      ([, message = '']) => message,
    )
    expect(messages.length).toBeGreaterThan(10)
    for (const message of messages)
      expect(findingInWords(message), message).not.toMatch(/feature(?!Naming|Flags)|We detected|following/)
  })

  it('name permissions as the editor of roles does', () => {
    expect(itemInWords('CREATE_FEATURE')).toBe('Create feature flags')
    expect(itemInWords('checkout')).toBe('checkout')
  })

  it('count what happens to the flags, unless something is in the way', () => {
    const warnings = [{ message: OVERWRITTEN, affectedItems: ['a', 'b'] }]
    expect(outcomeInWords({ ...NONE, warnings }, 3)).toBe('1 new, 2 overwritten.')
    const errors = [
      { message: 'The following features already exist in other projects:', affectedItems: ['a'] },
    ]
    expect(outcomeInWords({ ...NONE, warnings, errors }, 3)).toBe(
      'The file can be imported once this is resolved.',
    )
  })
})
