import { expect, it, vi } from 'vitest'

import { updateTagType } from '#shared/flags/contract/tags.ts'
import { changeOf, requestOf } from './change.ts'
import { instanceUrl } from './curl.ts'
import { keys, queryClient } from './queries.ts'
import { need } from './rights.svelte.ts'

it('a change is shown as its HTTP request', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away'))
  const request = { params: { name: 'a b/c' }, body: { color: null } }
  const change = changeOf(updateTagType, request)
  expect(change.curl).toEqual({
    method: 'PUT',
    path: '/api/admin/tag-types/a%20b%2Fc',
    body: { color: null },
    needs: need(updateTagType),
  })
  await expect(change.send()).rejects.toThrow('away')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toMatch(/^\/trpc\/updateTagType\?/)
  expect(JSON.parse(init?.body as string)).toEqual({ 0: request })
  fetched.mockRestore()
  expect(requestOf({ method: 'DELETE', path: '/a/:b' }, { params: { b: 1 } })).toEqual({
    method: 'DELETE',
    path: '/a/1',
  })
})

it('the address of the instance is that of the page, or the one in the status', () => {
  expect(instanceUrl()).toBe(location.origin)
  vi.stubGlobal('location', { origin: 'app://halyard' })
  expect(instanceUrl()).toBe('http://127.0.0.1:4242')
  queryClient.setQueryData(keys.status, { url: 'http://127.0.0.1:5000' })
  expect(instanceUrl()).toBe('http://127.0.0.1:5000')
  vi.unstubAllGlobals()
})
