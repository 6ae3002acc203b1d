import { deleteFeatureLink as remove } from '#shared/flags/contract/links.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { deleteLinkRow } from '../../records/flag-links/flag-links.store.ts'
import { requireLink, placeOf, contentOf } from '../../records/links/require-link.ts'

export const deleteFeatureLink = mutation(remove, async (context, { params }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const link = await requireLink(queries, flag, params.linkId)
  await deleteLinkRow(queries, link.id)
  context.record({ type: 'feature-link-removed', ...placeOf(flag), preData: contentOf(link) })
})
