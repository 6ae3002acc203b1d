import { describe, expect, it } from 'vitest'

import { judgeCall } from './judge-call.ts'

describe('the verdict on a request', () => {
  it.each([
    ['GET', '/api/admin/archive/features', '7.0.0'],
    ['GET', '/api/admin/archive/features/default', '7.0.0'],
    ['get is not GET', '/api/admin/archive/features', undefined],
    ['PATCH', '/api/admin/projects/default/features/a-flag/variants', '7.0.0'],
    ['GET', '/api/admin/projects/default', '7.0.0'],
    ['GET', '/API/Admin//projects/default/', '7.0.0'],
    ['PUT', '/api/admin/projects/default', undefined],
    ['GET', '/api/admin/projects/default/overview', undefined],
    ['POST', '/edge/metrics', '6.0.0'],
    ['GET', '/api/features', '4.0.0'],
    ['POST', '/api/client/metrics/custom', '8.1.0'],
    ['GET', '/api/client/features', undefined],
    ['GET', '/api/admin/features', '5.0.0'],
    ['PUT', '/api/admin/features/a-flag', '5.0.0'],
    ['POST', '/api/admin/features/a-flag/toggle', '5.0.0'],
    ['POST', '/api/admin/features/a-flag/stale/on', '5.0.0'],
    ['POST', '/api/admin/features/validate', undefined],
    ['POST', '/api/admin/features/a-flag/tags', undefined],
    ['DELETE', '/api/admin/features/a-flag/tags/simple/vip', undefined],
  ])('%s %s: %s', (method, path, version) => {
    expect(judgeCall(method, path).map((change) => change.version)).toEqual(version ? [version] : [])
  })
})
