import type { Service } from './service.ts'

const LATER = '2099-01-01T00:00:00.000Z'

/** Groups, service accounts and tokens, as an instance has them after a while. */
export async function fillSampleAccess(service: Service): Promise<void> {
  const { call } = service
  const pipeline = (await call('POST', '/api/admin/service-account', {
    name: 'Deploy pipeline',
    username: 'deploy-pipeline',
    rootRole: 2,
  })) as { id: number }
  for (const [description, expiresAt] of [
    ['GitHub Actions', LATER],
    ['A laptop that is no more', new Date(Date.now() + 1000).toISOString()],
  ])
    await call('POST', `/api/admin/service-account/${pipeline.id}/token`, { description, expiresAt })
  const report = (await call('POST', '/api/admin/service-account', {
    name: 'Nightly report of what is on and of what has been on for longer than anybody remembers',
    username: 'nightly-report',
    rootRole: 3,
  })) as { id: number }
  await call('POST', '/api/admin/groups', {
    name: 'Platform',
    description: 'Who keeps the service running',
    rootRole: 2,
    mappingsSSO: ['platform-engineers', 'on-call'],
    users: [{ user: { id: 1 } }, { user: { id: report.id } }],
  })
  await call('POST', '/api/admin/groups', { name: 'Shop', description: 'Writes the shop' })
  await call('POST', '/api/admin/projects/default/api-tokens', {
    tokenName: 'checkout service',
    type: 'backend',
    environment: 'production',
    expiresAt: LATER,
  })
}
