import type { Service } from './service.ts'

const USERS = '/api/admin/user-admin'
/** Password of Ada Lovelace, who has signed in. */
export const SAMPLE_PASSWORD = 'Str0ng-Passw0rd-11'

/** Creates users, invite links and a session of a signed-in user. */
export async function fillSamplePeople(service: Service): Promise<void> {
  const { call } = service
  const ada = {
    name: 'Ada Lovelace',
    username: 'ada',
    email: 'ada@example.com',
    password: SAMPLE_PASSWORD,
    rootRole: 2,
  }
  await call('POST', USERS, ada)
  await call('POST', USERS, { name: 'Grace Hopper', email: 'grace@example.com', rootRole: 1 })
  await call('POST', USERS, {
    name: 'Somebody whose name is about as long as a name can be before no list in the world has room for it all',
    email: 'somebody.with.a.rather.long.address@a-department-of-a-company.example.com',
    rootRole: 3,
  })
  await call('POST', USERS, { username: 'temp-1', rootRole: 3 })
  const links = ['Spring course', 'Partners']
  for (const name of links)
    await call('POST', '/api/admin/invite-link/tokens', { name, expiresAt: '2099-01-01T00:00:00.000Z' })
  const { tokens } = (await call('GET', '/api/admin/invite-link/tokens')) as {
    tokens: { name: string; secret: string }[]
  }
  for (const { name, secret } of tokens) {
    const joins = { name: 'Linus Newcomer', email: 'linus@example.com', password: SAMPLE_PASSWORD }
    if (name === 'Spring course') await call('POST', `/invite/${secret}/signup`, joins)
    else await call('PUT', `/api/admin/invite-link/tokens/${secret}`, { enabled: false })
  }
  await call('POST', '/auth/simple/login', { username: 'ada', password: SAMPLE_PASSWORD })
}
