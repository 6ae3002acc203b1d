import type { ScimGroup, ScimUser } from '#shared/access/schemas/scim.ts'
import { startBackend, type Answer, type TestBackend } from '#support/service/start-backend.ts'

interface ScimAnswer<T> extends Answer {
  body: T & { status: string; scimType?: string; detail: string }
}

/** An instance with SCIM on, and requests with its token. */
export interface ScimStage {
  app: TestBackend
  token: string
  scim: <T>(method: string, path: string, body?: unknown) => Promise<ScimAnswer<T>>
  newUser: (body: object) => Promise<ScimUser>
  newGroup: (body: object) => Promise<ScimGroup>
  find: <T>(path: string, filter: string) => Promise<ScimList<T>>
}

export interface ScimList<T> {
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: T[]
}

export async function startScim(): Promise<ScimStage> {
  const app = await startBackend({ users: [{ username: 'ann', roles: ['Viewer'] }] })
  await app.call('POST', '/api/admin/scim-settings', { body: { enabled: true } })
  const made = await app.call('POST', '/api/admin/scim-settings/generate-new-token')
  const { token } = made.body as { token: string }
  const scim = <T>(method: string, path: string, body?: unknown) =>
    app.call(method, `/scim/v2${path}`, {
      token: `Bearer ${token}`,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/scim+json' } }),
    }) as Promise<ScimAnswer<T>>
  const created = async <T>(path: string, body: object) => {
    const answer = await scim<T>('POST', path, body)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body
  }
  return {
    app,
    token,
    scim,
    newUser: (body) => created<ScimUser>('/Users', body),
    newGroup: (body) => created<ScimGroup>('/Groups', body),
    find: async <T>(path: string, filter: string) =>
      (await scim<ScimList<T>>('GET', `${path}?filter=${encodeURIComponent(filter)}`)).body,
  }
}
