import type { Banner, CreateBanner } from '#shared/instance/schemas/banner.ts'
import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findBanner } from './banners.store.ts'

/** Most banners of an instance: every window reads all of them. */
export const MAX_BANNERS = 100

/** Completes what was sent of a banner with the defaults (docs/contract/instance.md#banner). */
export function bannerFrom(body: CreateBanner): Omit<Banner, 'id' | 'createdAt'> {
  return {
    message: body.message,
    enabled: body.enabled ?? true,
    variant: body.variant ?? 'info',
    sticky: body.sticky ?? false,
    icon: body.icon ?? null,
    link: body.link ?? null,
    linkText: body.linkText ?? null,
    dialogTitle: body.dialogTitle ?? null,
    dialog: body.dialog ?? null,
  }
}

/** Throws 404. */
export async function requireBanner(queries: Queries, id: number): Promise<Banner> {
  const banner = await findBanner(queries, id)
  if (!banner) throw notFound(`Could not find the banner with id ${id}`)
  return banner
}

const MAX_NAME = 80

/** Describes a banner for the event log: its message, cut to one line of usual length. */
export function bannerData(banner: Banner): Record<string, unknown> {
  const [line = ''] = banner.message.trim().split('\n', 1)
  return { ...banner, name: line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line }
}
