import { expect, it } from 'vitest'

import { OPERATIONS } from '../../../src-shared/contract/index.ts'
import { samplePath } from './sample-path.ts'

const sampleOf = (url: string, operationId?: string) => {
  const operation = OPERATIONS.find((one) => one.operationId === operationId)
  return samplePath({ request: { method: 'GET', url, headers: {} }, ...(operation ? { operation } : {}) })
}

it.each([
  ['/api/admin/projects/shop?x=secret', undefined, '/api/admin/projects/shop'],
  ['/api/admin/user-admin/7', 'getUser', '/api/admin/user-admin/7'],
  ['/api/admin/invite-link/tokens/s3cret', 'getPublicSignupToken', '/api/admin/invite-link/tokens/TOKEN'],
  [
    '//API/admin///invite-link/tokens/s3cret/',
    'getPublicSignupToken',
    '/API/admin/invite-link/tokens/TOKEN/',
  ],
  ['/invite/s3cret/signup?invite=s3cret', 'addPublicSignupTokenUser', '/invite/TOKEN/signup'],
  ['/api/admin/api-tokens/*:*.s3cret', 'deleteApiToken', '/api/admin/api-tokens/TOKEN'],
  [`/api/admin/projects/${'x'.repeat(300)}`, undefined, null],
])('of %s (%s) there is kept %s', (url, operationId, kept) => {
  expect(sampleOf(url, operationId)).toBe(kept)
})

it('is without secrets for each operation that has one in its path', () => {
  for (const { operationId, path } of OPERATIONS) {
    const url = path.replaceAll(/:(\w*(?:token|secret|password)\w*)/gi, 's3cret').replaceAll(/:\w+/g, 'x')
    expect(sampleOf(url, operationId), operationId).not.toContain('s3cret')
  }
})
