import { updateAddon as operation } from '#shared/integrations/contract/addons.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { storedParametersFor, requireProvider, toAddon, toContent } from '../../records/addons/addon.ts'
import { requireAddon, updateAddonRow, type StoredAddon } from '../../records/addons/addons.store.ts'
import { checkParameters, readParameters } from '../../records/addons/check-parameters.ts'
import { registerTagTypes } from '../../records/addons/register-tag-types.ts'
import { withStoredSecrets } from '../../records/addons/stored-secrets.ts'
import { positionAfterChange } from '../../records/addons/stream-position.ts'
import type { Outbound } from '#kernel/outbound.ts'

/** Replaces an integration; a masked parameter keeps its value, as long as it goes to the same address. */
export const updateAddon = ({ outbound }: { outbound: Outbound }) =>
  preparedMutation(
    operation,
    async ({ queries }, { params: { id }, body }) => {
      const before = await requireAddon(queries, id)
      const provider = requireProvider(body.provider)
      const sent = readParameters(provider, body.parameters)
      await checkParameters(
        provider,
        withStoredSecrets(provider, sent, storedParametersFor(before, provider.name)),
        outbound,
      )
      return { provider, sent }
    },
    async (context, { params: { id }, body }, { provider, sent }) => {
      const { queries, visible } = context
      const before = await requireAddon(visible, id)
      if (provider.name !== before.provider) await registerTagTypes(context, provider)
      const after: StoredAddon = {
        ...toContent(body, withStoredSecrets(provider, sent, storedParametersFor(before, provider.name))),
        id,
        createdAt: before.createdAt,
        position: await positionAfterChange(queries, before),
      }
      await updateAddonRow(queries, after)
      const masked = toAddon(after)
      context.record({ type: 'addon-config-updated', data: masked, preData: toAddon(before) })
      // return the sent values: a mask stays a mask (recorded exchange integrations/update)
      return { ...masked, parameters: sent }
    },
  )
