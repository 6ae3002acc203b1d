import type { Service } from '../service/service.ts'
import { getUsers } from '#shared/access/contract/users.ts'
import { getGroups } from '#shared/access/contract/groups.ts'
import { addAccessToProject } from '#shared/projects/contract/project-access.ts'

const MEMBER = 5

/** Roles of one's own, and who of the sample's people has access to the project. */
export async function fillSampleRoles(service: Service): Promise<void> {
  const { call } = service
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
  const { users } = await call(getUsers)
  const named = (name: string) => users.filter((user) => user.name?.startsWith(name)).map((user) => user.id)
  const { groups } = await call(getGroups)
  const free = groups.filter((group) => group.rootRole === null).map((group) => group.id)
  await call(addAccessToProject, {
    params: { projectId: 'default' },
    body: { roles: [MEMBER, releaser], users: named('Linus'), groups: free },
  })
  await call(addAccessToProject, {
    params: { projectId: 'default' },
    body: { roles: [releaser], users: named('Somebody'), groups: [] },
  })
}
