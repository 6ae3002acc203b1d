import { describe, expect, it } from 'vitest'

import { FORMER_OPERATIONS } from '../versions/contract/former/index.ts'
import { OPERATIONS } from '../contract/index.ts'
import { isSecretParam } from './secret-params.ts'
import { withoutSecrets } from './secret-paths.ts'

const ALL = [...OPERATIONS, ...FORMER_OPERATIONS]
const named = ALL.flatMap((operation) =>
  [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    operationId: operation.operationId,
    name,
    isSecret: isSecretParam(operation, name),
  })),
)

describe('secrets in paths', () => {
  it('are declared by every operation with a secret in its path', () => {
    // the id of a token is not secret
    const suspects = named.filter(
      ({ name }) => /token|secret|password|invite/i.test(name) && !/Id$/.test(name),
    )
    expect(suspects.length).toBeGreaterThan(5)
    expect(suspects.filter(({ isSecret }) => !isSecret)).toEqual([])
  })

  it.each([
    ['/api/admin/api-tokens/s3cret', '/api/admin/api-tokens/TOKEN'],
    ['/api/admin/api-tokens/s3cret/', '/api/admin/api-tokens/TOKEN/'],
    ['/api/admin/api-tokens/s3cret/more?x=s3cret', '/api/admin/api-tokens/TOKEN/more'],
    ['//API//admin/%61pi-tokens///s3cret', '/API/admin/%61pi-tokens/TOKEN'],
    ['/api/admin/projects/shop/api-tokens/s3cret', '/api/admin/projects/shop/api-tokens/TOKEN'],
    ['/api/admin/invite-link/tokens/s3cret', '/api/admin/invite-link/tokens/TOKEN'],
    ['/invite/s3cret/signup', '/invite/TOKEN/signup'],
    ['/invite/s3cret', '/invite/TOKEN'],
    ['/sign-in/s3cret', '/sign-in/TOKEN'],
    ['/%/s3cret', '/%/s3cret'],
    ['/api/admin/api-tokens', '/api/admin/api-tokens'],
    ['//api/admin//projects/?x=1', '//api/admin//projects/'],
    ['/api/admin/user/tokens/7', '/api/admin/user/tokens/7'],
    ['', ''],
  ])('%j is logged as %j', (url, logged) => {
    expect(withoutSecrets(url)).toBe(logged)
  })
})
