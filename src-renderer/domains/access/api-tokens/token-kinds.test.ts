import { expect, it } from 'vitest'

import { kindOf, pathOf } from './token-kinds.ts'

it('tokens of the former kind are shown as backend tokens', () => {
  expect([kindOf('client'), kindOf('frontend'), kindOf('admin')]).toEqual(['backend', 'frontend', 'admin'])
})

it('each kind of token has an example request', () => {
  expect([pathOf('backend'), pathOf('frontend')]).toEqual(['/api/client/features', '/api/frontend'])
})
