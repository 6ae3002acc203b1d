import {
  createFeatureLink as create,
  deleteFeatureLink as remove,
  updateFeatureLink as update,
} from '../../../src-shared/contract/links.ts'
import { AppError, notFound } from '../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../kernel/use-case.ts'
import type { Queries } from '../../store/queries.ts'
import { requireActiveFeature, type StoredFeature } from '../features/index.ts'
import { toLinkUrl } from './link-url.ts'
import { deleteLinkRow, insertLink, readLinks, updateLinkRow, type Link } from './links.store.ts'

const MAX_LINKS = 10

export const createFeatureLink = mutation(create, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.queries, params.projectId, params.featureName)
  await addLink(context, flag, body)
})

/** Adds a link to a flag, which may have ten (semantics.md 4.5, exchanges 449, 450). */
export async function addLink(
  context: MutationContext,
  flag: StoredFeature,
  { url, title }: { url: string; title?: string | null | undefined },
): Promise<void> {
  const { queries, ids } = context
  const link = { id: ids.ulid(), url: toLinkUrl(url), title: title ?? null }
  if ((await readLinks(queries, [flag.name])).length >= MAX_LINKS)
    throw new AppError('OperationDeniedError', `Too many links (${MAX_LINKS}) exist for this feature`)
  await insertLink(queries, flag.name, link)
  context.record({ type: 'feature-link-added', ...placeOf(flag), data: contentOf(link) })
}

export const updateFeatureLink = mutation(update, async (context, { params, body }) => {
  const { queries } = context
  const flag = await requireActiveFeature(queries, params.projectId, params.featureName)
  const before = await requireLink(queries, flag, params.linkId)
  const after = { id: before.id, url: toLinkUrl(body.url), title: body.title ?? null }
  await updateLinkRow(queries, after)
  const change = { data: contentOf(after), preData: contentOf(before) }
  context.record({ type: 'feature-link-updated', ...placeOf(flag), ...change })
})

export const deleteFeatureLink = mutation(remove, async (context, { params }) => {
  const { queries } = context
  const flag = await requireActiveFeature(queries, params.projectId, params.featureName)
  const link = await requireLink(queries, flag, params.linkId)
  await deleteLinkRow(queries, link.id)
  context.record({ type: 'feature-link-removed', ...placeOf(flag), preData: contentOf(link) })
})

/** The link of that flag; else 404 (exchange 454). */
async function requireLink(queries: Queries, flag: StoredFeature, id: string): Promise<Link> {
  const link = (await readLinks(queries, [flag.name])).find((one) => one.id === id)
  if (!link) throw notFound(`No item with id ${id}`)
  return link
}

const placeOf = ({ project, name }: StoredFeature) => ({ project, featureName: name })
const contentOf = ({ url, title }: Link) => ({ url, title })
