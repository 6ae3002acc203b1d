import { updateBanner as operation } from '#shared/instance/contract/banners.ts'
import { mutation } from '#kernel/use-case.ts'
import { bannerFrom, requireBanner } from '../../records/banners/banner.ts'
import { saveBanner } from '../../records/banners/save-banner.ts'

/** Replaces a banner; where nothing is said of it, it stays on or off. */
export const updateBanner = mutation(operation, async (context, { params: { id }, body }) => {
  const before = await requireBanner(context.queries, id)
  const enabled = body.enabled ?? before.enabled
  return saveBanner(context, before, { ...before, ...bannerFrom(body), enabled })
})
