import { updateFeatureLink as update } from '#shared/flags/contract/links.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { updateLinkRow } from '../../records/flag-links/flag-links.store.ts'
import { toLinkUrl } from '../../records/flag-links/link-url.ts'
import { requireLink, contentOf, placeOf } from '../../records/links/require-link.ts'

export const updateFeatureLink = mutation(update, async (context, { params, body }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const before = await requireLink(queries, flag, params.linkId)
  const after = { id: before.id, url: toLinkUrl(body.url), title: body.title ?? null }
  await updateLinkRow(queries, after)
  const change = { data: contentOf(after), preData: contentOf(before) }
  context.record({ type: 'feature-link-updated', ...placeOf(flag), ...change })
})
