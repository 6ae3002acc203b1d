import { mutationOf, queryOf, router } from '../../transport/rpc/init.ts'
import { createAddon } from './create-addon.use-case.ts'
import { deleteAddon } from './delete-addon.use-case.ts'
import { getAddons } from './get-addons.use-case.ts'
import { getIntegrationEvents } from './get-integration-events.use-case.ts'
import { updateAddon } from './update-addon.use-case.ts'
import type { UrlPolicy } from './url-policy.ts'

export const addonsRpc = (policy: UrlPolicy) =>
  router({
    list: queryOf(getAddons),
    create: mutationOf(createAddon(policy)),
    update: mutationOf(updateAddon(policy)),
    remove: mutationOf(deleteAddon),
    events: queryOf(getIntegrationEvents),
  })
