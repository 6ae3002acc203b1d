import { exceedsLimit, notFound } from '#kernel/app-error.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/banners.ts'
import type { Banner, CreateBanner } from '#shared/instance/schemas/banner.ts'
import {
  countBanners,
  deleteBannerRow,
  insertBanner,
  readBanners,
  updateBannerRow,
  findBanner,
} from '../notifications/banners.store.ts'
import type { Queries } from '#store/queries.ts'

/** Lists all banners: a window shows those that are on (docs/contract/instance.md#banner-operations). */
export const getBanners = query(contract.getBanners, async ({ visible }) => ({
  banners: await readBanners(visible),
}))

/** Most banners of an instance: every window reads all of them. */
const MAX_BANNERS = 100

/** Completes what was sent of a banner with the defaults (docs/contract/instance.md#banner). */
function bannerFrom(body: CreateBanner): Omit<Banner, 'id' | 'createdAt'> {
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
async function requireBanner(queries: Queries, id: number): Promise<Banner> {
  const banner = await findBanner(queries, id)
  if (!banner) throw notFound(`Could not find the banner with id ${id}`)
  return banner
}

const MAX_NAME = 80

/** Describes a banner for the event log: its message, cut to one line of usual length. */
function bannerData(banner: Banner): Record<string, unknown> {
  const [line = ''] = banner.message.trim().split('\n', 1)
  return { ...banner, name: line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line }
}

/** Creates a banner (docs/contract/instance.md#banner-operations). */
export const createBanner = mutation(contract.createBanner, async ({ everything, now, record }, { body }) => {
  if ((await countBanners(everything)) >= MAX_BANNERS) throw exceedsLimit('banner', MAX_BANNERS)
  const banner = await insertBanner(everything, { ...bannerFrom(body), createdAt: now.toISOString() })
  record({ type: 'banner-created', data: bannerData(banner) })
  return banner
})

/** Saves a changed banner, with its event. */
async function saveBanner(context: MutationContext, before: Banner, after: Banner): Promise<Banner> {
  await updateBannerRow(context.everything, after)
  context.record({ type: 'banner-updated', data: bannerData(after), preData: bannerData(before) })
  return after
}

/** Makes the use case that shows or hides a banner; a banner that is so already is left alone. */
const switchBanner = (operation: typeof contract.enableBanner, enabled: boolean) =>
  mutation(operation, async (context, { params: { id } }) => {
    const before = await requireBanner(context.everything, id)
    return before.enabled === enabled ? before : saveBanner(context, before, { ...before, enabled })
  })

/** Replaces a banner; where nothing is said of it, it stays on or off. */
export const updateBanner = mutation(contract.updateBanner, async (context, { params: { id }, body }) => {
  const before = await requireBanner(context.everything, id)
  const enabled = body.enabled ?? before.enabled
  return saveBanner(context, before, { ...before, ...bannerFrom(body), enabled })
})

export const deleteBanner = mutation(
  contract.deleteBanner,
  async ({ everything, record }, { params: { id } }) => {
    const banner = await requireBanner(everything, id)
    await deleteBannerRow(everything, id)
    record({ type: 'banner-deleted', preData: bannerData(banner) })
  },
)

export const enableBanner = switchBanner(contract.enableBanner, true)

export const disableBanner = switchBanner(contract.disableBanner, false)
