import type { Service } from './service.ts'

const LONG_NAME =
  'A project whose name is as long as a name may be, so that one sees how the list copes with it, to'

/** Projects that are not open to everybody, one that nobody uses, one with a long name. */
export async function fillSampleProjects(service: Service): Promise<void> {
  const { call } = service
  for (const project of [
    { id: 'mobile', name: 'Mobile', description: 'The apps for phones', mode: 'protected' },
    { id: 'pricing', name: 'Pricing', description: 'Not to be talked about yet', mode: 'private' },
    { id: 'long', name: LONG_NAME },
  ])
    await call('POST', '/api/admin/projects', project)
  for (const name of ['new-price-list', 'discount-rules', 'old-price-list'])
    await call('POST', '/api/admin/projects/pricing/features', { name })
  await call('POST', '/api/admin/projects/pricing/stale', { features: ['old-price-list'], stale: true })
  await call('POST', '/api/admin/projects/mobile/features', { name: 'dark-mode' })
}
