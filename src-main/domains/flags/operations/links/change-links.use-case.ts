import {
  createFeatureLink as create,
  deleteFeatureLink as remove,
  updateFeatureLink as update,
} from '../../../../../src-shared/contract/links.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import type { StoredFeature } from '../../records/features/feature.ts'
import { addLink } from '../../records/flag-links/add-link.ts'
import {
  deleteLinkRow,
  readLinks,
  updateLinkRow,
  type Link,
} from '../../records/flag-links/flag-links.store.ts'
import { toLinkUrl } from '../../records/flag-links/link-url.ts'

export const createFeatureLink = mutation(create, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await addLink(context, flag, body)
})

export const updateFeatureLink = mutation(update, async (context, { params, body }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const before = await requireLink(queries, flag, params.linkId)
  const after = { id: before.id, url: toLinkUrl(body.url), title: body.title ?? null }
  await updateLinkRow(queries, after)
  const change = { data: contentOf(after), preData: contentOf(before) }
  context.record({ type: 'feature-link-updated', ...placeOf(flag), ...change })
})

export const deleteFeatureLink = mutation(remove, async (context, { params }) => {
  const { queries } = context
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const link = await requireLink(queries, flag, params.linkId)
  await deleteLinkRow(queries, link.id)
  context.record({ type: 'feature-link-removed', ...placeOf(flag), preData: contentOf(link) })
})

/** The link of that flag; else 404 (recorded exchange flag-relations/link-delete-again). */
async function requireLink(queries: Queries, flag: StoredFeature, id: string): Promise<Link> {
  const link = (await readLinks(queries, [flag.name])).find((one) => one.id === id)
  if (!link) throw notFound(`No item with id ${id}`)
  return link
}

const placeOf = ({ project, name }: StoredFeature) => ({ project, featureName: name })
const contentOf = ({ url, title }: Link) => ({ url, title })
