import { getAddon as one } from '#shared/integrations/contract/addons.ts'
import { query } from '#kernel/use-case.ts'
import { toAddon } from '../../records/addons/addon.ts'
import { requireAddon } from '../../records/addons/addons.store.ts'

export const getAddon = query(one, async ({ queries }, { params: { id } }) =>
  toAddon(await requireAddon(queries, id)),
)
