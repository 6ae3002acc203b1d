import { getBanners as operation } from '#shared/instance/contract/banners.ts'
import { query } from '#kernel/use-case.ts'
import { readBanners } from '../../records/banners/banners.store.ts'

/** Lists all banners: a window shows those that are on (docs/contract/instance.md#banner-operations). */
export const getBanners = query(operation, async ({ queries }) => ({ banners: await readBanners(queries) }))
