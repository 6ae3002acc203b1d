import { expect, it } from 'vitest'

import { kindOf, pathOf, snippetOf } from './token-kinds.ts'

it('tokens of the old word are backend tokens', () => {
  expect([kindOf('client'), kindOf('frontend'), kindOf('admin')]).toEqual(['backend', 'frontend', 'admin'])
})

it('tokens come with a start of the SDK they are for', () => {
  expect(snippetOf('backend', 'http://h:1', 's')).toContain("url: 'http://h:1/api'")
  expect(snippetOf('frontend', 'http://h:1', 's')).toContain("clientKey: 's'")
})

it('each kind has its first request', () => {
  expect([pathOf('backend'), pathOf('frontend')]).toEqual(['/api/client/features', '/api/frontend'])
})
