import { createFeatureLink as create } from '#shared/flags/contract/links.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { addLink } from '../../records/flag-links/add-link.ts'

export const createFeatureLink = mutation(create, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await addLink(context, flag, body)
})
