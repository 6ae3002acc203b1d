import { createBanner as operation } from '#shared/instance/contract/banners.ts'
import { exceedsLimit } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { bannerData, bannerFrom, MAX_BANNERS } from '../../records/banners/banner.ts'
import { countBanners, insertBanner } from '../../records/banners/banners.store.ts'

/** Creates a banner (docs/contract/instance.md#banner-operations). */
export const createBanner = mutation(operation, async ({ queries, now, record }, { body }) => {
  if ((await countBanners(queries)) >= MAX_BANNERS) throw exceedsLimit('banner', MAX_BANNERS)
  const banner = await insertBanner(queries, { ...bannerFrom(body), createdAt: now.toISOString() })
  record({ type: 'banner-created', data: bannerData(banner) })
  return banner
})
