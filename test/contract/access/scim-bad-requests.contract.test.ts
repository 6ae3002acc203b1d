import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ScimUser } from '#shared/access/schemas/scim.ts'
import { okta } from './scim-requests.ts'
import { startScim, type ScimStage } from './scim-stage.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
let stage: ScimStage
beforeAll(async () => {
  stage = await startScim()
})
afterAll(() => stage.app.stop())

describe('an invalid SCIM request', () => {
  it.each([
    ['a user without a user name', 'POST', '/Users', { displayName: 'x' }, 'invalidValue'],
    ['a user name that is no text', 'POST', '/Users', { userName: 5 }, 'invalidValue'],
    [
      'an address that is none',
      'POST',
      '/Users',
      { userName: 'x', emails: [{ value: 'nowhere' }] },
      'invalidValue',
    ],
    ['a truth value that is none', 'POST', '/Users', { userName: 'x', active: 'perhaps' }, 'invalidValue'],
    [
      'a PATCH of another schema',
      'PATCH',
      '/Users/user-1',
      { schemas: ['x'], Operations: [{ op: 'add' }] },
      'invalidSyntax',
    ],
    [
      'a PATCH without operations',
      'PATCH',
      '/Users/user-1',
      { schemas: [PATCH], Operations: [] },
      'invalidSyntax',
    ],
    [
      'an unknown operation',
      'PATCH',
      '/Users/user-1',
      { schemas: [PATCH], Operations: [{ op: 'move' }] },
      'invalidSyntax',
    ],
    [
      'a path that is none',
      'PATCH',
      '/Users/user-1',
      { schemas: [PATCH], Operations: [{ op: 'replace', path: '[[', value: 1 }] },
      'invalidPath',
    ],
    [
      'a remove without a path',
      'PATCH',
      '/Users/user-1',
      { schemas: [PATCH], Operations: [{ op: 'remove' }] },
      'noTarget',
    ],
    [
      'removing the user name',
      'PATCH',
      '/Users/user-1',
      { schemas: [PATCH], Operations: [{ op: 'remove', path: 'userName' }] },
      'invalidValue',
    ],
  ])('%s: 400 with its keyword', async (_title, method, path, body, scimType) => {
    const answer = await stage.scim(method, path, body)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect(answer.body).toMatchObject({ schemas: [ERROR], status: '400', scimType })
    expect(answer.body.detail.length).toBeGreaterThan(10)
  })

  it('changes nothing when its last operation fails', async () => {
    const { id } = await stage.newUser(okta.createUser('person@example.com'))
    const get = async () => (await stage.scim<ScimUser>('GET', `/Users/${id}`)).body
    const before = await get()
    const Operations = [
      { op: 'replace', path: 'displayName', value: 'Changed' },
      { op: 'replace', path: 'emails', value: [{ value: 'nowhere' }] },
    ]
    const answer = await stage.scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
    expect(answer.status).toBe(400)
    expect(await get()).toEqual(before)
  })
})
