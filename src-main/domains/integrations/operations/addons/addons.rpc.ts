import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createAddon } from './create-addon.use-case.ts'
import { deleteAddon } from './delete-addon.use-case.ts'
import { getAddons } from './get-addons.use-case.ts'
import { getFailingAddons } from './get-failing-addons.use-case.ts'
import { getIntegrationEvents } from './get-integration-events.use-case.ts'
import { testAddon, testNewAddon, type AddonTesting } from './test-addon.use-case.ts'
import { updateAddon } from './update-addon.use-case.ts'

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
