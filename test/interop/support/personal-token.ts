import type { Instance } from './instance.ts'
import { ADMIN_PASSWORD } from './original-process.ts'

/** Makes a personal access token of the first admin: admin tokens may not import. */
export async function adminsToken({ call }: Pick<Instance, 'call'>): Promise<string> {
  const signedIn = await call('POST', '/auth/simple/login', {
    token: null,
    body: { username: 'admin', password: ADMIN_PASSWORD },
  })
  const [cookie = ''] = String(signedIn.headers['set-cookie']).split(';')
  const body = { description: 'imports', expiresAt: '2099-01-01T00:00:00.000Z' }
  const made = await call('POST', '/api/admin/user/tokens', { token: null, headers: { cookie }, body })
  if (made.status !== 201) throw new Error(`No token: ${made.status} ${made.text}`)
  return (made.body as { secret: string }).secret
}
