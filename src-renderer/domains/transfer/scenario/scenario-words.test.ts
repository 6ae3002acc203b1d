import { describe, expect, it } from 'vitest'

import type { ScenarioPlan } from '#shared/transfer/schemas/scenario.ts'
import {
  countByKind,
  deletedNames,
  differenceWords,
  faultLines,
  faultTitle,
  planWords,
  restoreWords,
} from './scenario-words.ts'

const step = (action: 'create' | 'update' | 'delete', path: string) => ({
  action,
  operation: 'any',
  path,
  changes: [],
})
const PLAN: ScenarioPlan = {
  created: 1,
  updated: 0,
  deleted: 2,
  steps: [
    step('create', 'segments/nordic'),
    step('delete', 'flags/one'),
    step('delete', 'contextFields/a/b'),
  ],
}

describe('a plan in words', () => {
  it('has its numbers by kind, and no word for none', () => {
    expect(countByKind(PLAN)).toEqual([
      { label: 'Segments', create: 1, update: 0, delete: 0 },
      { label: 'Flags', create: 0, update: 0, delete: 1 },
      { label: 'Context fields', create: 0, update: 0, delete: 1 },
    ])
    expect(planWords(PLAN)).toBe('1 new, 2 deleted')
  })

  it('names what it deletes', () => {
    expect(deletedNames(PLAN)).toEqual([
      { label: 'Flags', names: ['one'] },
      { label: 'Context fields', names: ['a/b'] },
    ])
  })
})

describe('the difference from a file in words', () => {
  it('is none, or has the numbers that are not 0', () => {
    expect(differenceWords({ added: 0, changed: 0, removed: 0 })).toBe('The instance is what the file says.')
    expect(differenceWords({ added: 2, changed: 0, removed: 1 })).toBe(
      'The instance differs: 2 not in the file, 1 only in the file.',
    )
  })
})

describe('a restore in words', () => {
  it('has the numbers of rows, or says that nothing differed', () => {
    const table = { table: 'features', inserted: 2, updated: 0, deleted: 1 }
    const tables = [table, { ...table, table: 'segments' }]
    expect(restoreWords({ name: 'base', tables, left: [] })).toBe('base restored: rows 4 new, 2 deleted')
    expect(restoreWords({ name: 'base', tables: [], left: [] })).toContain('Nothing to restore')
  })

  it('names the accounts and tokens that stay deleted', () => {
    const left = [
      { table: 'users', count: 2, names: ['ann', 'bob@example.com'] },
      { table: 'api_tokens', count: 60, names: ['tests'] },
    ]
    expect(restoreWords({ name: 'base', tables: [], left })).toBe(
      'Nothing to restore: the configuration is that of base. Left deleted, as they were deleted since: ' +
        'accounts (ann, bob@example.com); API tokens (tests and 59 more).',
    )
  })
})

describe('faults of a file', () => {
  const refusal = { status: 400, message: 'The scenario has 2 faults', explanation: [] }
  const details = ['f.yaml:1 a', 'f.yaml:2 b'].map((message) => ({ message, description: message }))

  it('are lines, or the one message', () => {
    expect(faultLines({ ...refusal, details })).toEqual(['f.yaml:1 a', 'f.yaml:2 b'])
    expect(faultLines({ ...refusal, details: [] })).toEqual(['The scenario has 2 faults'])
    expect(faultTitle('f.yaml', ['a', 'b'])).toBe('f.yaml has 2 faults')
    expect(faultTitle('f.yaml', ['a'])).toBe("Couldn't use f.yaml")
  })

  it('have advice where a file is too large', () => {
    expect(faultLines({ ...refusal, status: 413, details: [] })[0]).toContain('Split its flags')
  })
})
