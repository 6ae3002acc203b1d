import { expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { samplePath } from './sample-path.ts'

const sampleOf = (url: string) => samplePath({ request: { method: 'GET', url, headers: {} } })

it.each([
  ['/api/admin/projects/shop?x=secret', undefined, '/api/admin/projects/shop'],
  ['/api/admin/user-admin/7', 'getUser', '/api/admin/user-admin/7'],
  ['/api/admin/invite-link/tokens/s3cret', 'getPublicSignupToken', '/api/admin/invite-link/tokens/TOKEN'],
  ['/api/admin/api-tokens/s3cret/nope', undefined, '/api/admin/api-tokens/TOKEN/nope'],
  [
    '//API/admin///invite-link/tokens/s3cret/',
    'getPublicSignupToken',
    '/API/admin/invite-link/tokens/TOKEN/',
  ],
  ['/invite/s3cret/signup?invite=s3cret', 'addPublicSignupTokenUser', '/invite/TOKEN/signup'],
  ['/api/admin/api-tokens/*:*.s3cret', 'deleteApiToken', '/api/admin/api-tokens/TOKEN'],
  [`/api/admin/projects/${'x'.repeat(300)}`, undefined, null],
])('the path %s (%s) is kept as %s', (url, _operationId, kept) => {
  expect(sampleOf(url)).toBe(kept)
})

it('the kept path has no secret for any operation with one in its path', () => {
  for (const { operationId, path } of OPERATIONS) {
    const url = path
      .replaceAll(/:(?!\w*Id\b)(\w*(?:token|secret|password)\w*)/gi, 's3cret')
      .replaceAll(/:\w+/g, 'x')
    expect(sampleOf(url), operationId).not.toContain('s3cret')
  }
})
