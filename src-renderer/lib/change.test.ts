import { expect, it, vi } from 'vitest'

import { updateTagType } from '../../src-shared/flags/contract/tags.ts'
import { changeOf, requestOf } from './change.ts'
import { instanceUrl } from './curl.ts'
import { keys, queryClient } from './queries.ts'
import { need } from './rights.svelte.ts'

it('a change is over HTTP what is sent', async () => {
  const mutate = vi.fn((_request: { params: { name: string }; body: object }) => Promise.resolve('done'))
  const request = { params: { name: 'a b/c' }, body: { color: null } }
  const change = changeOf(updateTagType, { mutate }, request)
  expect(change.curl).toEqual({
    method: 'PUT',
    path: '/api/admin/tag-types/a%20b%2Fc',
    body: { color: null },
    needs: need(updateTagType),
  })
  expect(await change.send()).toBe('done')
  expect(mutate).toHaveBeenCalledWith(request)
  expect(requestOf({ method: 'DELETE', path: '/a/:b' }, { params: { b: 1 } })).toEqual({
    method: 'DELETE',
    path: '/a/1',
  })
})

it('the instance is where the page is from, or where the status says', () => {
  expect(instanceUrl()).toBe(location.origin)
  vi.stubGlobal('location', { origin: 'app://halyard' })
  expect(instanceUrl()).toBe('http://127.0.0.1:4242')
  queryClient.setQueryData(keys.status, { url: 'http://127.0.0.1:5000' })
  expect(instanceUrl()).toBe('http://127.0.0.1:5000')
  vi.unstubAllGlobals()
})
