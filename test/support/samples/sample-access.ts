import type { Service } from '../service/service.ts'
import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { createProjectApiToken } from '#shared/projects/contract/project-tokens.ts'

const LATER = '2099-01-01T00:00:00.000Z'

/** Groups, service accounts and tokens, as an instance has them after a while. */
export async function fillSampleAccess(service: Service): Promise<void> {
  const { call } = service
  const pipeline = await call(createServiceAccount, {
    body: {
      name: 'Deploy pipeline',
      username: 'deploy-pipeline',
      rootRole: 2,
    },
  })
  const tokens = `/api/admin/service-account/${pipeline.id}/token`
  await call('POST', tokens, { description: 'GitHub Actions', expiresAt: LATER })
  await addShortToken(call, tokens)
  const report = await call(createServiceAccount, {
    body: {
      name: 'Nightly report of what is on and of what has been on for longer than anybody remembers',
      username: 'nightly-report',
      rootRole: 3,
    },
  })
  await call(createGroup, {
    body: {
      name: 'Platform',
      description: 'Who keeps the service running',
      rootRole: 2,
      mappingsSSO: ['platform-engineers', 'on-call'],
      users: [{ user: { id: 1 } }, { user: { id: report.id } }],
    },
  })
  await call(createGroup, { body: { name: 'Shop', description: 'Writes the shop' } })
  await call(createProjectApiToken, {
    params: { projectId: 'default' },
    body: {
      tokenName: 'checkout service',
      type: 'backend',
      environment: 'production',
      expiresAt: LATER,
    },
  })
}

/** Adds a token that expires in a second, or in the shortest time in which a slow machine gets to it. */
async function addShortToken(call: Service['call'], tokens: string): Promise<void> {
  for (let ms = 1000; ; ms *= 2) {
    const expiresAt = new Date(Date.now() + ms).toISOString()
    try {
      await call('POST', tokens, { description: 'A laptop that is no more', expiresAt })
      return
    } catch (error) {
      if (ms > 60_000) throw error
    }
  }
}
