import { describe, expect, it } from 'vitest'

import { reasonInWords, selectionInWords } from './group-sync-words.ts'

const SYNC = { path: 'groups', names: ['ops'], total: 1, note: null, groups: [], lost: [], gained: [] }
const GROUP = { id: 1, name: 'QA', matched: [], mappingsSSO: ['qa', 'testers'], effect: 'leaves' } as const

describe('a group sync in words', () => {
  it('names what the path selected', () => {
    expect(selectionInWords(SYNC)).toBe('Path "groups" found 1 group: ops.')
    expect(selectionInWords({ ...SYNC, names: [], total: 0 })).toBe('Path "groups" found 0 groups.')
    expect(selectionInWords({ ...SYNC, names: null, note: 'The path selects nothing.' })).toBe(
      'The path selects nothing.',
    )
  })

  it('names the SSO names that decide', () => {
    expect(reasonInWords({ ...GROUP, matched: [], mappingsSSO: ['qa', 'testers'] })).toBe(
      'The provider did not send qa or testers.',
    )
    expect(reasonInWords({ ...GROUP, matched: ['qa'], mappingsSSO: ['qa'] })).toBe('The provider sent qa.')
  })
})
