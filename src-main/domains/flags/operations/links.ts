import { notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/links.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from '../features/feature.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import { addLink, toLinkUrl } from '../flag-links/add-link.ts'
import { deleteLinkRow, type Link, readLinks, updateLinkRow } from '../flag-links/flag-links.store.ts'

export const createFeatureLink = mutation(contract.createFeatureLink, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await addLink(context, flag, body)
})

/** The link of that flag; else 404 (recorded exchange flag-relations/link-delete-again). */
async function requireLink(queries: Queries, flag: StoredFeature, id: string): Promise<Link> {
  const link = (await readLinks(queries, [flag.name])).find((one) => one.id === id)
  if (!link) throw notFound(`No item with id ${id}`)
  return link
}

/** Place of a flag, as events name it. */
const placeOf = ({ project, name }: StoredFeature) => ({ project, featureName: name })
/** Content of a link, as events show it. */
const contentOf = ({ id, url, title }: Link) => ({ id, url, title })

export const updateFeatureLink = mutation(contract.updateFeatureLink, async (context, { params, body }) => {
  const { everything } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const before = await requireLink(everything, flag, params.linkId)
  const after = { id: before.id, url: toLinkUrl(body.url), title: body.title ?? null }
  await updateLinkRow(everything, after)
  const change = { data: contentOf(after), preData: contentOf(before) }
  context.record({ type: 'feature-link-updated', ...placeOf(flag), ...change })
})

export const deleteFeatureLink = mutation(contract.deleteFeatureLink, async (context, { params }) => {
  const { everything } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const link = await requireLink(everything, flag, params.linkId)
  await deleteLinkRow(everything, link.id)
  context.record({ type: 'feature-link-removed', ...placeOf(flag), preData: contentOf(link) })
})
