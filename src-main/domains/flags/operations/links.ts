import { mutation } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/links.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import { addLink } from '../flag-links/add-link.ts'
import { deleteLinkRow, updateLinkRow } from '../flag-links/flag-links.store.ts'
import { toLinkUrl } from '../flag-links/link-url.ts'
import { contentOf, placeOf, requireLink } from '../links/require-link.ts'

export const createFeatureLink = mutation(contract.createFeatureLink, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await addLink(context, flag, body)
})

export const updateFeatureLink = mutation(contract.updateFeatureLink, async (context, { params, body }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const before = await requireLink(queries, flag, params.linkId)
  const after = { id: before.id, url: toLinkUrl(body.url), title: body.title ?? null }
  await updateLinkRow(queries, after)
  const change = { data: contentOf(after), preData: contentOf(before) }
  context.record({ type: 'feature-link-updated', ...placeOf(flag), ...change })
})

export const deleteFeatureLink = mutation(contract.deleteFeatureLink, async (context, { params }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const link = await requireLink(queries, flag, params.linkId)
  await deleteLinkRow(queries, link.id)
  context.record({ type: 'feature-link-removed', ...placeOf(flag), preData: contentOf(link) })
})
