import { describe, expect, it } from 'vitest'

import { kindOf, snippetOf } from './api-tokens/token-kinds.ts'
import { changedFields } from './events/changed-fields.ts'
import { ownersOf } from './projects/owners.ts'

describe('what an event changed', () => {
  it.each([
    [null, { a: 1 }, [{ field: 'a', before: '–', after: '1' }]],
    [{ a: 'x', b: [1] }, { a: 'y', b: [1] }, [{ field: 'a', before: 'x', after: 'y' }]],
    [{ a: null }, {}, [{ field: 'a', before: 'null', after: '–' }]],
    [null, null, []],
  ])('from %j to %j: %j', (before, after, expected) => {
    expect(changedFields(before, after)).toEqual(expected)
  })
})

describe('tokens', () => {
  it('of the old word are backend tokens', () => {
    expect([kindOf('client'), kindOf('frontend'), kindOf('admin')]).toEqual(['backend', 'frontend', 'admin'])
  })

  it('come with a start of the SDK they are for', () => {
    expect(snippetOf('backend', 'http://h:1', 's')).toContain("url: 'http://h:1/api'")
    expect(snippetOf('frontend', 'http://h:1', 's')).toContain("clientKey: 's'")
  })
})

it('a project without an Owner is owned by System', () => {
  expect(ownersOf([{ ownerType: 'system' }])).toBe('System')
})
