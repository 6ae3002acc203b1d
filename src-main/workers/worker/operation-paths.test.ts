import { describe, expect, it } from 'vitest'

import type { Operation } from '#shared/contract/index.ts'
import { OperationPaths } from './operation-paths.ts'

const operation = (method: string, path: string) => ({ method, path, operationId: path }) as Operation
const paths = new OperationPaths([
  operation('GET', '/api/client/features'),
  operation('GET', '/api/client/features/:featureName'),
  operation('POST', '/ofrep/v1/evaluate/flags/:key'),
])

describe('the path of a request', () => {
  it.each([
    ['GET', '/api/client/features', '/api/client/features'],
    ['GET', '/api/client/features/checkout', '/api/client/features/:featureName'],
    ['GET', '/api/client/features/a%2Fb', '/api/client/features/:featureName'],
    ['POST', '/ofrep/v1/evaluate/flags/checkout', '/ofrep/v1/evaluate/flags/:key'],
  ])('%s %s is that of %s', (method, path, expected) => {
    expect(paths.find(method, path)?.operationId).toBe(expected)
  })

  it.each([
    ['POST', '/api/client/features'],
    ['GET', '/api/client/features/'],
    ['GET', '/api/client/features/a/b'],
    ['GET', '/API/client/features'],
    ['GET', '/api/client//features'],
    ['GET', '/'],
    ['GET', ''],
  ])('%s %s is that of no operation here', (method, path) => {
    expect(paths.find(method, path)).toBeUndefined()
  })

  it('can have a parameter at its end only', () => {
    expect(() => new OperationPaths([operation('GET', '/a/:b/c')])).toThrow('/a/:b/c')
  })
})
