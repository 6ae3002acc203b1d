import type { Service } from './service.ts'

const MEMBER = 5

/** Roles of one's own, and who has access to the project, as an instance has them after a while. */
export async function fillSampleRoles(service: Service): Promise<void> {
  const call: Service['call'] = (...args) => service.call(...args)
  const role = async (body: object) =>
    ((await call('POST', '/api/admin/roles', body)) as { roles: { id: number } }).roles.id
  const inBoth = (name: string) => ['development', 'production'].map((environment) => ({ name, environment }))
  const releaser = await role({
    name: 'Release manager',
    description: 'Switches flags on and off, everywhere',
    permissions: [
      { name: 'UPDATE_FEATURE' },
      { name: 'PROJECT_SETTINGS_READ' },
      ...inBoth('UPDATE_FEATURE_ENVIRONMENT'),
      { name: 'UPDATE_FEATURE_STRATEGY', environment: 'development' },
    ],
  })
  await role({
    name: 'Support',
    description:
      'Looks after the flags of development while the others sleep, and knows whom to call when it gets worse',
    permissions: [
      { name: 'UPDATE_FEATURE' },
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
    ],
  })
  await role({
    name: 'Auditor',
    description: 'Reads roles and logs',
    type: 'root-custom',
    permissions: [{ name: 'READ_ROLE' }, { name: 'READ_LOGS' }],
  })
  const people = []
  for (const [username, name] of [
    ['maria', 'Maria Olsen'],
    ['tom', 'Tom Berg'],
  ]) {
    const body = { username, name, email: `${username}@example.com`, rootRole: 3, sendEmail: false }
    people.push(((await call('POST', '/api/admin/user-admin', body)) as { id: number }).id)
  }
  const { groups } = (await call('GET', '/api/admin/groups')) as {
    groups: { id: number; rootRole: number | null }[]
  }
  const project = '/api/admin/projects/default/access'
  const free = groups.filter((group) => group.rootRole === null).map((group) => group.id)
  await call('POST', project, { roles: [MEMBER, releaser], users: people.slice(0, 1), groups: free })
  await call('POST', project, { roles: [releaser], users: people.slice(1), groups: [] })
}
