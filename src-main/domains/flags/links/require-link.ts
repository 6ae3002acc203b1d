import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from '../features/feature.ts'
import { readLinks, type Link } from '../flag-links/flag-links.store.ts'

/** The link of that flag; else 404 (recorded exchange flag-relations/link-delete-again). */
export async function requireLink(queries: Queries, flag: StoredFeature, id: string): Promise<Link> {
  const link = (await readLinks(queries, [flag.name])).find((one) => one.id === id)
  if (!link) throw notFound(`No item with id ${id}`)
  return link
}

/** Place of a flag, as events name it. */
export const placeOf = ({ project, name }: StoredFeature) => ({ project, featureName: name })
/** Content of a link, as events show it. */
export const contentOf = ({ id, url, title }: Link) => ({ id, url, title })
