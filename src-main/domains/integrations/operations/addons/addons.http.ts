import { bind } from '../../../../transport/http/bind.ts'
import { createAddon } from './create-addon.ts'
import { deleteAddon } from './delete-addon.ts'
import { getAddon } from './get-addon.ts'
import { getAddons } from './get-addons.ts'
import { getFailingAddons } from './get-failing-addons.ts'
import { getIntegrationEvents } from './get-integration-events.ts'
import { testAddon } from './test-addon.ts'
import { testNewAddon } from './test-new-addon.ts'
import type { AddonTesting } from '../../records/addons/send-test.ts'
import { updateAddon } from './update-addon.ts'

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
