import { expect, it } from 'vitest'

import { kindOf, pathOf } from './token-kinds.ts'

it('tokens of the old word are backend tokens', () => {
  expect([kindOf('client'), kindOf('frontend'), kindOf('admin')]).toEqual(['backend', 'frontend', 'admin'])
})

it('each kind has its first request', () => {
  expect([pathOf('backend'), pathOf('frontend')]).toEqual(['/api/client/features', '/api/frontend'])
})
