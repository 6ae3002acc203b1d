import type { enableBanner } from '#shared/instance/contract/banners.ts'
import type { Banner } from '#shared/instance/schemas/banner.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import { bannerData, requireBanner } from './banner.ts'
import { updateBannerRow } from './banners.store.ts'

/** Saves a changed banner, with its event. */
export async function saveBanner(context: MutationContext, before: Banner, after: Banner): Promise<Banner> {
  await updateBannerRow(context.queries, after)
  context.record({ type: 'banner-updated', data: bannerData(after), preData: bannerData(before) })
  return after
}

/** Makes the use case that shows or hides a banner; a banner that is so already is left alone. */
export const switchBanner = (operation: typeof enableBanner, enabled: boolean) =>
  mutation(operation, async (context, { params: { id } }) => {
    const before = await requireBanner(context.queries, id)
    return before.enabled === enabled ? before : saveBanner(context, before, { ...before, enabled })
  })
