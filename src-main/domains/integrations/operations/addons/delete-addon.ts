import { deleteAddon as operation } from '#shared/integrations/contract/addons.ts'
import { mutation } from '#kernel/use-case.ts'
import { toAddon } from '../../records/addons/addon.ts'
import { deleteAddonRow, requireAddon } from '../../records/addons/addons.store.ts'

/**
 * Deletes an integration with the record of what it was told (recorded exchanges integrations/delete and
 * integrations/delete-again).
 */
export const deleteAddon = mutation(operation, async (context, { params: { id } }) => {
  const addon = await requireAddon(context.visible, id)
  await deleteAddonRow(context.queries, id)
  context.record({ type: 'addon-config-deleted', preData: toAddon(addon) })
})
