import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createAddon } from './create-addon.ts'
import { deleteAddon } from './delete-addon.ts'
import { getAddons } from './get-addons.ts'
import { getFailingAddons } from './get-failing-addons.ts'
import { getIntegrationEvents } from './get-integration-events.ts'
import { testAddon } from './test-addon.ts'
import { testNewAddon } from './test-new-addon.ts'
import type { AddonTesting } from '../../records/addons/send-test.ts'
import { updateAddon } from './update-addon.ts'

export const addonsRpc = (services: AddonTesting) =>
  router({
    list: queryOf(getAddons),
    failing: queryOf(getFailingAddons),
    create: mutationOf(createAddon(services.addonUrls)),
    update: mutationOf(updateAddon(services.addonUrls)),
    remove: mutationOf(deleteAddon),
    events: queryOf(getIntegrationEvents),
    test: mutationOf(testAddon(services)),
    testNew: mutationOf(testNewAddon(services)),
  })
