import type { Service } from '../service/service.ts'
import { createFeature, staleFeatures } from '#shared/flags/contract/features.ts'

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
    await call(createFeature, { params: { projectId: 'pricing' }, body: { name } })
  await call(staleFeatures, {
    params: { projectId: 'pricing' },
    body: { features: ['old-price-list'], stale: true },
  })
  await call(createFeature, { params: { projectId: 'mobile' }, body: { name: 'dark-mode' } })
}
