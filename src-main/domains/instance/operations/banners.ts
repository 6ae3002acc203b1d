import { exceedsLimit } from '#kernel/app-error.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/banners.ts'
import type { Banner } from '#shared/instance/schemas/banner.ts'
import { bannerData, bannerFrom, MAX_BANNERS, requireBanner } from '../notifications/banner.ts'
import {
  countBanners,
  deleteBannerRow,
  insertBanner,
  readBanners,
  updateBannerRow,
} from '../notifications/banners.store.ts'

/** Lists all banners: a window shows those that are on (docs/contract/instance.md#banner-operations). */
export const getBanners = query(contract.getBanners, async ({ visible }) => ({
  banners: await readBanners(visible),
}))

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
