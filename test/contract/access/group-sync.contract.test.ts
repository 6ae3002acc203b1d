import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Group } from '#shared/access/schemas/group.ts'
import type { GroupSyncRehearsal } from '#shared/access/schemas/group-sync.ts'
import { addMembers } from '#domains/access/groups/groups.store.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const URL = '/api/admin/auth/group-sync/rehearsal'
const EDITOR_ROLE = 2
let app: TestBackend
let ann: number
const ID: Record<string, number> = {}

const jwt = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), 'forged']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
const xml = (...groups: string[]) =>
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion">' +
  '<a:Issuer>https://idp.example.com</a:Issuer><a:Subject><a:NameID>ann@example.com</a:NameID></a:Subject>' +
  `<a:AttributeStatement><a:Attribute Name="groups">${groups.map((one) => `<a:AttributeValue>${one}</a:AttributeValue>`).join('')}` +
  '</a:Attribute></a:AttributeStatement></a:Assertion></samlp:Response>'

const rehearse = (body: object, as?: string) => app.call('POST', URL, { body, ...(as ? { as } : {}) })
async function rehearsed(body: object): Promise<GroupSyncRehearsal> {
  const { status, body: answer } = await rehearse(body)
  expect(status).toBe(200)
  return answer as GroupSyncRehearsal
}
const effects = ({ sync }: GroupSyncRehearsal) =>
  Object.fromEntries(sync.groups.map(({ name, effect }) => [name, effect]))

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Viewer'] },
      { username: 'configurer', permissions: [{ permission: 'UPDATE_AUTH_CONFIGURATION' }] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
  const { queries } = app.backend.store
  ann = (
    await queries.selectFrom('users').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow()
  ).id
  await queries.updateTable('users').set({ email: 'ann@example.com' }).where('id', '=', ann).execute()
  const make = async (name: string, mappingsSSO: string[], rest: object = {}) => {
    const { body } = await app.call('POST', '/api/admin/groups', { body: { name, mappingsSSO, ...rest } })
    ID[name] = (body as Group).id
  }
  await make('Ops', ['ops'], { rootRole: EDITOR_ROLE })
  await make('QA', ['qa', 'testers'])
  await make('Hand', ['hand'], { users: [{ user: { id: ann } }] })
  await make('Unlinked', [])
  await addMembers(queries, ID['QA'] ?? 0, [
    { userId: ann, joinedAt: '2026-11-20T12:00:00.000Z', createdBy: 'SSO' },
  ])
})
afterAll(() => app.stop())

describe('the rehearsal of group sync', () => {
  it.each([
    ['claims', JSON.stringify({ email: 'ANN@example.com', groups: ['ops'] })],
    ['id-token', jwt({ preferred_username: 'ann', groups: ['ops'] })],
    ['saml', xml('ops')],
    ['saml', Buffer.from(xml('ops')).toString('base64')],
    ['saml', `SAMLResponse=${encodeURIComponent(Buffer.from(xml('ops')).toString('base64'))}&RelayState=x`],
  ])('shows who joins and leaves: %s %#', async (kind, answer) => {
    const result = await rehearsed({ answer, groupJsonPath: 'groups' })
    expect(result).toMatchObject({
      kind,
      user: { id: ann, username: 'ann' },
      sync: { names: ['ops'], total: 1, note: null },
    })
    expect(effects(result)).toEqual({ Ops: 'joins', QA: 'leaves', Hand: 'manual' })
    expect(result.sync.gained.map(({ permission }) => permission)).toContain('CREATE_FEATURE')
  })

  it('changes nothing', async () => {
    const groupsBefore = await app.call('GET', '/api/admin/groups')
    await rehearsed({ answer: '{"username":"ann","groups":["ops"]}', groupJsonPath: 'groups' })
    expect((await app.call('GET', '/api/admin/groups')).body).toEqual(groupsBefore.body)
  })

  it('lists every SSO name that matched', async () => {
    const { sync } = await rehearsed({
      answer: '{"username":"ann","g":["testers","qa"]}',
      groupJsonPath: 'g',
    })
    expect(sync.groups).toContainEqual({
      id: ID['QA'],
      name: 'QA',
      matched: ['qa', 'testers'],
      mappingsSSO: ['qa', 'testers'],
      effect: 'keeps',
    })
    expect([sync.gained, sync.lost]).toEqual([[], []])
  })

  it('shows the permissions that would be lost with a group', async () => {
    const body = { name: 'Leads', mappingsSSO: ['leads'], rootRole: EDITOR_ROLE }
    const { id } = (await app.call('POST', '/api/admin/groups', { body })).body as Group
    const member = { userId: ann, joinedAt: '2026-11-20T12:00:00.000Z', createdBy: 'SSO' }
    await addMembers(app.backend.store.queries, id, [member])
    await app.backend.services.access.reload()
    const { sync } = await rehearsed({ answer: '{"username":"ann","g":["qa"]}', groupJsonPath: 'g' })
    expect(sync.groups).toContainEqual(expect.objectContaining({ name: 'Leads', effect: 'leaves' }))
    expect(sync.lost.map(({ permission }) => permission)).toContain('CREATE_SEGMENT')
    expect(sync.gained).toEqual([])
    await app.call('DELETE', `/api/admin/groups/${id}`)
  })

  it('is for a new user when the answer names no existing one', async () => {
    const result = await rehearsed({
      answer: '{"email":"new@example.com","groups":["ops"]}',
      groupJsonPath: 'groups',
    })
    expect(result.user).toBeNull()
    expect(effects(result)).toEqual({ Ops: 'joins' })
  })

  it('can be for another user than the answer names', async () => {
    const result = await rehearsed({ answer: '{"groups":[]}', groupJsonPath: 'groups', userId: ann })
    expect(result.user?.id).toBe(ann)
    expect(effects(result)).toEqual({ QA: 'leaves', Hand: 'manual' })
  })

  it('explains why nothing changes', async () => {
    const { sync } = await rehearsed({ answer: '{"username":"ann"}', groupJsonPath: 'groups' })
    expect(sync).toMatchObject({
      names: null,
      note: 'The path selects nothing. No group was changed.',
      groups: [],
    })
  })

  it.each([
    [{ answer: 'hello there', groupJsonPath: 'g' }, '/body/answer'],
    [{ answer: '{"a":', groupJsonPath: 'g' }, '/body/answer'],
    [{ answer: 'e30.bm8.x', groupJsonPath: 'g' }, '/body/answer'],
    [{ answer: '<a><b></a>', groupJsonPath: 'g' }, '/body/answer'],
    [{ answer: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', groupJsonPath: 'g' }, '/body/answer'],
    [{ answer: 'SAMLResponse=%E0%A4%A', groupJsonPath: 'g' }, '/body/answer'],
    [{ answer: '{}', groupJsonPath: '$[' }, '/body/groupJsonPath'],
  ])('rejects %j and names the field', async (body, path) => {
    const { status, body: answer } = await rehearse(body)
    expect(status).toBe(400)
    expect((answer as { details: { path: string }[] }).details[0]?.path).toBe(path)
  })

  it('needs the permission for authentication settings', async () => {
    const body = { answer: '{"groups":[]}', groupJsonPath: 'groups' }
    expect((await rehearse(body, 'configurer')).status).toBe(200)
    expect((await rehearse(body, 'viewer')).status).toBe(403)
    expect((await rehearse({ ...body, userId: 9999 }, 'configurer')).status).toBe(404)
  })
})
