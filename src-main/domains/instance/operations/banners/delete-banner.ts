import { deleteBanner as operation } from '#shared/instance/contract/banners.ts'
import { mutation } from '#kernel/use-case.ts'
import { bannerData, requireBanner } from '../../records/banners/banner.ts'
import { deleteBannerRow } from '../../records/banners/banners.store.ts'

export const deleteBanner = mutation(operation, async ({ queries, record }, { params: { id } }) => {
  const banner = await requireBanner(queries, id)
  await deleteBannerRow(queries, id)
  record({ type: 'banner-deleted', preData: bannerData(banner) })
})
