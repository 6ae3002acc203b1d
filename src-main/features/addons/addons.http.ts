import { bind } from '../../transport/http/bind.ts'
import { createAddon } from './create-addon.use-case.ts'
import { deleteAddon } from './delete-addon.use-case.ts'
import { getAddon, getAddons } from './get-addons.use-case.ts'
import { getIntegrationEvents } from './get-integration-events.use-case.ts'
import { updateAddon } from './update-addon.use-case.ts'
import type { UrlPolicy } from './url-policy.ts'

export const addonsHttp = (policy: UrlPolicy) => [
  bind(getAddons),
  bind(createAddon(policy)),
  bind(getAddon),
  bind(updateAddon(policy)),
  bind(deleteAddon),
  bind(getIntegrationEvents),
]
