import { ADDON_PROVIDERS } from '#shared/integrations/addons/index.ts'
import { getAddons as list } from '#shared/integrations/contract/addons.ts'
import { query } from '#kernel/use-case.ts'
import { toAddon } from '../../records/addons/addon.ts'
import { readAddons } from '../../records/addons/addons.store.ts'

export const getAddons = query(list, async ({ queries }) => ({
  addons: (await readAddons(queries)).map(toAddon),
  providers: [...ADDON_PROVIDERS],
}))
