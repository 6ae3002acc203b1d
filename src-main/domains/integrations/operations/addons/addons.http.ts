import { bind } from '../../../../transport/http/bind.ts'
import { createAddon } from './create-addon.use-case.ts'
import { deleteAddon } from './delete-addon.use-case.ts'
import { getAddon, getAddons } from './get-addons.use-case.ts'
import { getFailingAddons } from './get-failing-addons.use-case.ts'
import { getIntegrationEvents } from './get-integration-events.use-case.ts'
import { testAddon, testNewAddon, type AddonTesting } from './test-addon.use-case.ts'
import { updateAddon } from './update-addon.use-case.ts'

export const addonsHttp = (services: AddonTesting) => [
  bind(getAddons),
  bind(getFailingAddons),
  bind(createAddon(services.addonUrls)),
  bind(getAddon),
  bind(updateAddon(services.addonUrls)),
  bind(deleteAddon),
  bind(getIntegrationEvents),
  bind(testNewAddon(services)),
  bind(testAddon(services)),
]
