import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/**
 * The requests that the public Terraform provider sends through its Go client, by resource, in the order of their life: create,
 * read, update, read, delete, read. What is read is what was written, or each `terraform plan` would have a difference.
 */

/** Operations of the provider: as its sources (Apache-2.0) list them, below `/api/admin`. */
const OPERATIONS = [
  'GET /api-tokens',
  'POST /api-tokens',
  'DELETE /api-tokens/:x',
  'PUT /api-tokens/:x',
  'GET /auth/oidc/settings',
  'POST /auth/oidc/settings',
  'GET /auth/saml/settings',
  'POST /auth/saml/settings',
  'POST /context',
  'DELETE /context/:x',
  'GET /context/:x',
  'PUT /context/:x',
  'POST /environments',
  'GET /environments/project/:x',
  'PUT /environments/update/:x',
  'DELETE /environments/:x',
  'GET /environments/:x',
  'GET /groups',
  'POST /groups',
  'DELETE /groups/:x',
  'GET /groups/:x',
  'PUT /groups/:x',
  'GET /permissions',
  'GET /projects',
  'POST /projects',
  'DELETE /projects/:x',
  'PUT /projects/:x',
  'GET /projects/:x/access',
  'PUT /projects/:x/access',
  'GET /projects/:x/change-requests/config',
  'POST /projects/:x/environments',
  'DELETE /projects/:x/environments/:x',
  'PUT /projects/:x/environments/:x/change-requests/config',
  'PUT /projects/:x/settings',
  'GET /roles',
  'POST /roles',
  'DELETE /roles/:x',
  'GET /roles/:x',
  'PUT /roles/:x',
  'GET /service-account',
  'POST /service-account',
  'DELETE /service-account/:x',
  'PUT /service-account/:x',
  'GET /service-account/:x/token',
  'POST /service-account/:x/token',
  'DELETE /service-account/:x/token/:x',
  'POST /user-admin',
  'GET /user-admin/search',
  'DELETE /user-admin/:x',
  'GET /user-admin/:x',
  'PUT /user-admin/:x',
]
const sent = new Set<string>()

let app: TestBackend
beforeAll(async () => (app = await startBackend()))
afterAll(() => app.stop())

type Body = Record<string, unknown>

/** Sends a request and answers its body. Fails for another status. */
async function send(method: string, path: string, status: number, body?: unknown): Promise<Body> {
  note(method, path)
  const answer = await app.call(method, `/api/admin${path}`, body === undefined ? {} : { body })
  expect({ path, status: answer.status, ...(answer.status === status ? {} : { text: answer.text }) }).toEqual(
    {
      path,
      status,
    },
  )
  return (answer.body ?? {}) as Body
}
/** Notes which operation a request is of. */
function note(method: string, path: string): void {
  const parts = path.split('?')[0]?.split('/') ?? []
  const isSame = (operation: string) => {
    const wanted = operation.split(' ')[1]?.split('/') ?? []
    return wanted.length === parts.length && wanted.every((part, at) => part === parts[at] || part === ':x')
  }
  const found = OPERATIONS.filter((one) => one.startsWith(`${method} `) && isSame(one))
  // `search` is no id
  const [exact = found[0]] = found.filter((one) => !one.endsWith('/:x') || found.length === 1)
  if (exact !== undefined) sent.add(exact)
}
const get = (path: string, status = 200) => send('GET', path, status)
const one = async (path: string, list: string, wanted: Body) => {
  const found = (await get(path))[list]
  return (found as Body[]).filter((item) =>
    Object.entries(wanted).every(([name, value]) => item[name] === value),
  )
}

describe('the Terraform provider', () => {
  it('manages an API token', async () => {
    const body = { tokenName: 'terraform', type: 'client', environment: 'development', projects: ['default'] }
    const { secret } = await send('POST', '/api-tokens', 201, body)
    expect(await one('/api-tokens', 'tokens', { secret })).toMatchObject([
      { tokenName: 'terraform', environment: 'development', projects: ['default'] },
    ])
    const expiresAt = '2030-01-01T00:00:00.000Z'
    await send('PUT', `/api-tokens/${String(secret)}`, 200, { expiresAt })
    expect(await one('/api-tokens', 'tokens', { secret })).toMatchObject([{ expiresAt }])
    await send('DELETE', `/api-tokens/${String(secret)}`, 200)
    expect(await one('/api-tokens', 'tokens', { secret })).toEqual([])
  })

  it('manages a context field', async () => {
    const body = {
      name: 'tier',
      description: 'Plan',
      stickiness: true,
      legalValues: [{ value: 'gold', description: 'Best' }],
    }
    await send('POST', '/context', 201, body)
    expect(await get('/context/tier')).toMatchObject(body)
    const { name: _, ...changed } = { ...body, description: 'Price', legalValues: [] }
    await send('PUT', '/context/tier', 200, changed)
    expect(await get('/context/tier')).toMatchObject(changed)
    await send('DELETE', '/context/tier', 200)
    await get('/context/tier', 404)
  })

  it('manages an environment', async () => {
    await send('POST', '/environments', 201, { name: 'staging', type: 'test' })
    expect(await get('/environments/staging')).toMatchObject({ name: 'staging', type: 'test' })
    await send('PUT', '/environments/update/staging', 200, { type: 'preproduction' })
    expect(await get('/environments/staging')).toMatchObject({ type: 'preproduction' })
    await send('DELETE', '/environments/staging', 200)
    await get('/environments/staging', 404)
  })

  it('manages a project, its settings and its environments', async () => {
    await send('POST', '/projects', 201, {
      id: 'infra',
      name: 'Infra',
      description: 'By Terraform',
      mode: 'open',
    })
    await send('PUT', '/projects/infra/settings', 200, { defaultStickiness: 'default', mode: 'protected' })
    const read = async () => one('/projects', 'projects', { id: 'infra' })
    expect(await read()).toMatchObject([{ name: 'Infra', description: 'By Terraform', mode: 'protected' }])
    await send('PUT', '/projects/infra', 200, { name: 'Infrastructure', description: 'Changed' })
    expect(await read()).toMatchObject([{ name: 'Infrastructure', description: 'Changed' }])

    const environments = async () => one('/environments/project/infra', 'environments', { visible: true })
    const at = '/projects/infra/environments/production'
    if ((await environments()).some(({ name }) => name === 'production')) await send('DELETE', at, 200)
    await send('POST', '/projects/infra/environments', 200, { environment: 'production' })
    expect((await environments()).map(({ name }) => name)).toContain('production')
    const settings = { changeRequestsEnabled: true, requiredApprovals: 2 }
    await send('PUT', `${at}/change-requests/config`, 200, settings)
    const configs = (await get('/projects/infra/change-requests/config')) as unknown as Body[]
    expect(configs.filter(({ environment }) => environment === 'production')).toMatchObject([
      { changeRequestEnabled: true, requiredApprovals: 2 },
    ])
    await send('PUT', `${at}/change-requests/config`, 200, { changeRequestsEnabled: false })
    await send('DELETE', at, 200)
    await send('DELETE', '/projects/infra', 200)
    expect(await read()).toEqual([])
  })

  it('manages users, groups, roles, and access to a project', async () => {
    const { roles } = (await get('/roles')) as { roles: { id: number; name: string; project: null }[] }
    const editor = roles.find(({ name }) => name === 'Editor')?.id ?? 0
    const user = { name: 'Ada', email: 'ada@example.com', rootRole: editor, sendEmail: false }
    const { id: userId } = await send('POST', '/user-admin', 201, user)
    expect(await get(`/user-admin/${String(userId)}`)).toMatchObject({
      email: 'ada@example.com',
      rootRole: editor,
    })
    const found = (await get('/user-admin/search?q=ada@example.com')) as unknown as Body[]
    expect(found.map(({ id }) => id)).toEqual([userId])
    await send('PUT', `/user-admin/${String(userId)}`, 200, {
      name: 'Ada L.',
      email: 'ada@example.com',
      rootRole: editor,
    })
    expect(await get(`/user-admin/${String(userId)}`)).toMatchObject({ name: 'Ada L.' })

    const permission = { name: 'CREATE_PROJECT' }
    expect(JSON.stringify(await get('/permissions'))).toContain('CREATE_PROJECT')
    const role = {
      name: 'Founder',
      description: 'Creates projects',
      type: 'root-custom',
      permissions: [permission],
    }
    const made = await send('POST', '/roles', 200, role)
    const roleId = String((made['roles'] as Body | undefined)?.['id'] ?? made['id'])
    expect(await get(`/roles/${roleId}`)).toMatchObject({ name: 'Founder', permissions: [permission] })
    await send('PUT', `/roles/${roleId}`, 200, { ...role, description: 'Begins' })
    expect(await get(`/roles/${roleId}`)).toMatchObject({ description: 'Begins' })

    const users = [{ user: { id: userId } }]
    const group = { name: 'Crew', description: 'All', mappingsSSO: ['crew'], users }
    const { id: groupId } = await send('POST', '/groups', 201, group)
    expect(await get(`/groups/${String(groupId)}`)).toMatchObject({
      name: 'Crew',
      mappingsSSO: ['crew'],
      users,
    })
    expect(await one('/groups', 'groups', { name: 'Crew' })).toMatchObject([{ id: groupId }])
    await send('PUT', `/groups/${String(groupId)}`, 200, { ...group, description: 'Some', users: [] })
    expect(await get(`/groups/${String(groupId)}`)).toMatchObject({ description: 'Some', users: [] })

    const member = roles.find(({ name }) => name === 'Member')?.id ?? 0
    await send('PUT', '/projects/default/access', 200, {
      roles: [{ id: member, users: [userId], groups: [groupId] }],
    })
    const access = await get('/projects/default/access')
    expect(access['users']).toMatchObject([{ id: userId, roles: [member] }])
    expect(access['groups']).toMatchObject([{ id: groupId, roles: [member] }])

    await send('DELETE', `/groups/${String(groupId)}`, 200)
    await get(`/groups/${String(groupId)}`, 404)
    await send('DELETE', `/user-admin/${String(userId)}`, 200)
    await get(`/user-admin/${String(userId)}`, 404)
    await send('DELETE', `/roles/${roleId}`, 200)
    await get(`/roles/${roleId}`, 404)
  })

  it('manages a service account and its tokens', async () => {
    const account = { username: 'robot', name: 'Robot', rootRole: 1 }
    const { id } = await send('POST', '/service-account', 201, account)
    const read = () => one('/service-account', 'serviceAccounts', { id })
    expect(await read()).toMatchObject([account])
    await send('PUT', `/service-account/${String(id)}`, 200, { name: 'Robot 2', rootRole: 2 })
    expect(await read()).toMatchObject([{ name: 'Robot 2', rootRole: 2 }])
    const tokens = `/service-account/${String(id)}/token`
    const token = { description: 'ci', expiresAt: '2030-01-01T00:00:00.000Z' }
    const { id: tokenId, secret } = await send('POST', tokens, 201, token)
    expect(secret).toEqual(expect.any(String))
    expect(await one(tokens, 'pats', { id: tokenId })).toMatchObject([token])
    await send('DELETE', `${tokens}/${String(tokenId)}`, 200)
    expect(await one(tokens, 'pats', { id: tokenId })).toEqual([])
    await send('DELETE', `/service-account/${String(id)}`, 200)
    expect(await read()).toEqual([])
  })

  it('manages single sign-on', async () => {
    const oidc = {
      enabled: true,
      discoverUrl: 'https://id.example.com/.well-known/openid-configuration',
      clientId: 'halyard',
      secret: 'not-known',
      autoCreate: true,
      defaultRootRole: 'Viewer',
    }
    await get('/auth/oidc/settings')
    await send('POST', '/auth/oidc/settings', 200, oidc)
    const { secret: _, ...shown } = oidc
    expect(await get('/auth/oidc/settings')).toMatchObject(shown)
    await send('POST', '/auth/oidc/settings', 200, { ...oidc, enabled: false })
    expect(await get('/auth/oidc/settings')).toMatchObject({ enabled: false })
    const saml = await get('/auth/saml/settings')
    await send('POST', '/auth/saml/settings', 200, { ...saml, enabled: false })
    expect(await get('/auth/saml/settings')).toMatchObject({ enabled: false })
  })

  it('has sent each of its requests above', () => {
    expect(OPERATIONS.filter((one) => !sent.has(one))).toEqual([])
  })
})
