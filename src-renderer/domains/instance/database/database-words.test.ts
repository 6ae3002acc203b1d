import { describe, expect, it } from 'vitest'

import { checkWords, durationWords, problemOfUrl, progressOf, sizeWords } from './database-words.ts'

describe('the words for a database', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1536, '1.5 KB'],
    [812 * 1024, '812 KB'],
    [1.1 * 1024 ** 3, '1.1 GB'],
  ])('write %d bytes as %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))

  it('estimate a move by the rows of the largest tables', () => {
    expect(durationWords([{ name: 'events', rows: 10 }])).toBe('about 1 minute')
    expect(durationWords([{ name: 'signals', rows: 1_000_000 }])).toBe('about 2 minutes')
  })

  it('ask for a password in its own field, so that no draft keeps it', () => {
    expect(problemOfUrl('')).toBeUndefined()
    expect(problemOfUrl('postgres://a@b/c')).toBeUndefined()
    expect(problemOfUrl('postgres://a:secret@b/c')).toContain('own field')
    expect(problemOfUrl('b/c')).toContain('postgres://')
  })

  it('say what a check has found', () => {
    const found = { place: 'p', version: '16.4', durability: 'synchronous_commit on', problem: null }
    expect(checkWords({ ...found, content: 'empty' })).toBe(
      'PostgreSQL 16.4, synchronous_commit on. It is empty, and the user may create tables.',
    )
    expect(checkWords({ ...found, content: 'unfinished' })).toContain('can be resumed')
    expect(checkWords({ ...found, content: null, problem: 'No.' })).toBe('No.')
  })

  it('count copying and verifying as halves of the whole', () => {
    const table = { name: 'events', rows: 100, copied: 100, compared: 50, isEqual: false }
    expect(progressOf({ state: 'comparing', tables: [table] })).toBe(0.75)
    expect(progressOf({ state: 'preparing', tables: [] })).toBe(0)
    expect(progressOf({ state: 'moved', tables: [] })).toBe(1)
  })
})
