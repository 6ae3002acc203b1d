import type { Service } from './service.ts'

const PROJECT = '/api/admin/projects/default/features'
const LONG_NAME =
  'a-flag-with-a-name-that-is-about-a-hundred-characters-long-to-see-how-the-list-and-the-page-cope-wit'

/** An instance as one would have it after a while, for looking at screens. */
export async function fillSampleInstance(service: Service): Promise<void> {
  const call: Service['call'] = (...args) => service.call(...args)
  const flags = [
    { name: 'checkout-redesign', type: 'release', description: 'The new checkout with one page' },
    { name: 'search-ranking', type: 'experiment', description: 'Ranking by the new model' },
    { name: 'payments-kill-switch', type: 'kill-switch' },
    { name: LONG_NAME, type: 'operational' },
    { name: 'beta-banner', type: 'release' },
  ]
  for (const flag of flags) await call('POST', PROJECT, flag)
  const checkout = `${PROJECT}/checkout-redesign/environments/development`
  await call('POST', `${checkout}/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '25', stickiness: 'userId', groupId: 'checkout-redesign' },
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
  })
  await call('POST', '/api/admin/context', {
    name: 'country',
    description: 'Where the user is',
    stickiness: true,
    legalValues: [
      { value: 'NO', description: 'Norway' },
      { value: 'SE', description: 'Sweden' },
    ],
  })
  const segment = await call('POST', '/api/admin/segments', {
    name: 'Beta testers',
    description: 'Who has asked to see things first',
    constraints: [
      { contextName: 'userId', operator: 'IN', values: ['7', '42', '1001'] },
      { contextName: 'appName', operator: 'NOT_IN', values: ['kiosk'] },
    ],
  })
  await call('POST', '/api/admin/segments', { name: 'Norway', project: 'default', constraints: [] })
  await call('POST', `${checkout}/strategies`, {
    name: 'default',
    segments: [(segment as { id: number }).id],
    title: 'Staff',
    constraints: [
      { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'], caseInsensitive: true },
    ],
  })
  await call('POST', `${checkout}/on`)
  await call('POST', `${PROJECT}/search-ranking/environments/production/on`)
  await call('POST', '/api/admin/api-tokens', {
    tokenName: 'web shop',
    type: 'frontend',
    environment: 'development',
    projects: ['default'],
  })
}
