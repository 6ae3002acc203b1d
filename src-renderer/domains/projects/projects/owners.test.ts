import { expect, it } from 'vitest'

import { ownersOf } from './owners.ts'

it('a project without an Owner is owned by System', () => {
  expect(ownersOf([{ ownerType: 'system' }])).toBe('System')
})
