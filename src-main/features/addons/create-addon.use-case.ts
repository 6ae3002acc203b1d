import type { AddonProvider } from '../../../src-shared/addons/index.ts'
import { createAddon as operation } from '../../../src-shared/contract/addons.ts'
import { preparedMutation, type MutationContext } from '../../kernel/use-case.ts'
import { readLastEventId } from '../events/index.ts'
import { createTagTypeRow, findTagType } from '../tags/index.ts'
import { requireCreatable, toAddon, toContent } from './addon.ts'
import { insertAddon } from './addons.store.ts'
import { checkParameters, readParameters } from './check-parameters.ts'
import type { UrlPolicy } from './url-policy.ts'

/** Creates an integration, and the types of tags that it goes by (docs/contract/integrations.md#integrations). */
export const createAddon = (policy: UrlPolicy) =>
  preparedMutation(
    operation,
    async (_context, { body }) => {
      const provider = requireCreatable(body.provider)
      const parameters = readParameters(provider, body.parameters)
      await checkParameters(provider, parameters, policy)
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
      // the one time that it is not masked: who has sent it has it (recorded exchange integrations/create-webhook)
      return { ...masked, parameters }
    },
  )

export async function registerTagTypes(context: MutationContext, { tagTypes }: AddonProvider): Promise<void> {
  for (const { description = null, ...type } of tagTypes ?? [])
    if (!(await findTagType(context.queries, type.name)))
      await createTagTypeRow(context, { ...type, description })
}
