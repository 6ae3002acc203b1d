import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '../../contract/index.ts'
import { replacementCallOf, VERSION_CHANGES } from './index.ts'

const plain = (path: string) => path.split('?')[0] ?? ''
const operationOf = (method: string, path: string) =>
  OPERATIONS.find(
    (one) =>
      one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(plain(path)),
  )
const replaced = VERSION_CHANGES.filter(({ kind, replacement }) => kind === 'endpoint removed' && replacement)
const endpoints = replaced.flatMap(({ id, endpoints = [] }) =>
  endpoints.map(({ method, path }) => [method, path, id] as const),
)

describe('the replacement for a removed request', () => {
  it.each(endpoints)('%s %s: exists, and accepts the example body', (method, path, id) => {
    const instead = replacementCallOf(id, { method, path: path.replaceAll(/:\w+/g, '7') })
    if (!instead) throw new Error('there is nothing to call')
    const name = `${instead.method} ${plain(instead.path)}`
    const operation = operationOf(instead.method, instead.path)
    expect(operation?.operationId, name).toBeDefined()
    if (instead.body !== undefined) expect(operation?.body.safeParse(instead.body).error).toBeUndefined()
    else expect(operation?.body.type).toBe('undefined')
  })

  it.each([
    [
      'GET',
      '/api/admin/archive/features/shop',
      '/api/admin/search/features?project=IS:shop&archived=IS:true',
    ],
    ['GET', '/API/admin//projects/shop/users/', '/api/admin/projects/shop/access'],
    ['PUT', '/api/admin/projects/shop/users/3/roles/5', '/api/admin/projects/shop/users/3/roles'],
    [
      'GET',
      '/api/admin/metrics/traffic/2028-02',
      '/api/admin/metrics/traffic?grouping=daily&from=2028-02-01&to=2028-02-29',
    ],
    ['GET', '/api/admin/dashboard/executive', '/api/admin/projects/PROJECT_ID/overview'],
    ['GET', "/api/admin/projects/it's", "/api/admin/projects/it's/overview"],
  ])('%s %s: %s', (method, path, expected) => {
    const found = replaced.map(({ id }) => replacementCallOf(id, { method, path })).find(Boolean)
    expect(found?.path).toBe(expected)
  })

  it('has the parameters in the body where they are known', () => {
    const role = replaced.find(({ title }) => title.startsWith('PUT, POST, DELETE'))
    const path = '/api/admin/projects/shop/users/3/roles/5'
    expect(replacementCallOf(role?.id ?? '', { method: 'POST', path })).toMatchObject({
      method: 'PUT',
      body: { roles: [5] },
    })
  })

  it.each(['property-username', 'admin-tokens-v7'])('%s: its example body is accepted', (id) => {
    const instead = replacementCallOf(id, { method: 'POST', path: '/api/admin/api-tokens' })
    const operation = operationOf(instead?.method ?? '', instead?.path ?? '')
    expect(operation?.body.safeParse(instead?.body).error).toBeUndefined()
  })

  it('is the same request where its token is of the wrong kind', () => {
    const made = { method: 'GET', path: '/api/client/features' }
    expect(replacementCallOf('strict-token-kinds-v8', made)).toEqual(made)
    expect(replacementCallOf('strict-token-kinds-v8', { ...made, method: 'POST' })).toBeUndefined()
  })

  it('is empty where nothing replaces it', () => {
    const made = { method: 'POST', path: '/api/client/metrics/custom' }
    const [change] = VERSION_CHANGES.filter(({ endpoints }) =>
      endpoints?.some(({ path }) => path === made.path),
    )
    expect(change?.kind).toBe('endpoint removed')
    expect(replacementCallOf(change?.id ?? '', made)).toBeUndefined()
    expect(replacementCallOf('esm', made)).toBeUndefined()
  })
})
