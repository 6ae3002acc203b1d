import { expect, it } from 'vitest'

import { ownersOf } from './owners.ts'

it('a project without an Owner is shown as owned by System', () => {
  expect(ownersOf([{ ownerType: 'system' }])).toBe('System')
})
