import { createAddon as operation } from '#shared/integrations/contract/addons.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { readLastEventId } from '#domains/audit/records/events/events.read-model.ts'
import { requireCreatable, toAddon, toContent } from '../../records/addons/addon.ts'
import { insertAddon } from '../../records/addons/addons.store.ts'
import { checkParameters, readParameters } from '../../records/addons/check-parameters.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { registerTagTypes } from '../../records/addons/register-tag-types.ts'

/** Creates an integration, and the types of tags that it goes by (docs/contract/integrations.md#integrations). */
export const createAddon = ({ outbound }: { outbound: Outbound }) =>
  preparedMutation(
    operation,
    async (_context, { body }) => {
      const provider = requireCreatable(body.provider)
      const parameters = readParameters(provider, body.parameters)
      await checkParameters(provider, parameters, outbound)
      return { provider, parameters }
    },
    async (context, { body }, { provider, parameters }) => {
      const { queries, now } = context
      await registerTagTypes(context, provider)
      const addon = await insertAddon(queries, {
        ...toContent(body, parameters),
        position: await readLastEventId(queries),
        createdAt: now.toISOString(),
      })
      const { createdAt: _createdAt, ...masked } = toAddon(addon)
      context.record({ type: 'addon-config-created', data: masked })
      // the only response with the secret: the caller has just sent it (recorded exchange
      // integrations/create-webhook)
      return { ...masked, parameters }
    },
  )
