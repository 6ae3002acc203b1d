import { describe, expect, it } from 'vitest'

import { knownTags } from './known-tags.ts'

describe('the suggested tags', () => {
  const list = {
    tags: [
      { type: 'simple', value: 'a' },
      { type: 'team', value: 'checkout' },
      { type: 'team', value: 'growth' },
    ],
  }

  it('are those of the chosen type', () => {
    expect(knownTags(list, 'team')?.map(({ value }) => value)).toEqual(['checkout', 'growth'])
  })

  it('exclude tags that the flag has', () => {
    expect(knownTags(list, 'team', [{ type: 'team', value: 'growth' }])).toEqual([
      { value: 'checkout', label: 'checkout' },
    ])
  })

  it('are unknown before they are read', () => {
    expect(knownTags(undefined, 'team')).toBeUndefined()
  })
})
