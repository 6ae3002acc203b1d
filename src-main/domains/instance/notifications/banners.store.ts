import type { Banner } from '#shared/instance/schemas/banner.ts'
import type { Queries } from '#store/queries.ts'

const COLUMNS = [
  'id',
  'message',
  'enabled',
  'variant',
  'sticky',
  'icon',
  'link',
  'link_text as linkText',
  'dialog_title as dialogTitle',
  'dialog',
  'created_at as createdAt',
] as const

/** Reads all banners, oldest first. */
export async function readBanners(queries: Queries): Promise<Banner[]> {
  return queries.selectFrom('banners').select(COLUMNS).orderBy('id').execute()
}

export async function findBanner(queries: Queries, id: number): Promise<Banner | undefined> {
  return queries.selectFrom('banners').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function countBanners(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('banners')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertBanner(queries: Queries, banner: Omit<Banner, 'id'>): Promise<Banner> {
  return queries
    .insertInto('banners')
    .values({ ...rowOf(banner), created_at: banner.createdAt })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function updateBannerRow(queries: Queries, banner: Banner): Promise<void> {
  await queries.updateTable('banners').set(rowOf(banner)).where('id', '=', banner.id).execute()
}

export async function deleteBannerRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('banners').where('id', '=', id).execute()
}

function rowOf(banner: Omit<Banner, 'id' | 'createdAt'>) {
  const { message, enabled, variant, sticky, icon, link, linkText, dialogTitle, dialog } = banner
  return {
    message,
    enabled,
    variant,
    sticky,
    icon,
    link,
    link_text: linkText,
    dialog_title: dialogTitle,
    dialog,
  }
}
