import { testAddon as ofStored } from '#shared/integrations/contract/addon-tests.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { requireAddon } from '../../records/addons/addons.store.ts'
import { type AddonTesting, sendTest, recorded } from '../../records/addons/send-test.ts'

/**
 * Tests an integration as a change would make it, checked as that is. Nothing of it is stored but an event that says who
 * sent a test where: a secret may have gone to a server that it was never sent to before.
 */
export const testAddon = (testing: AddonTesting) =>
  preparedMutation(
    ofStored,
    async (context, { params: { id }, body }) =>
      sendTest(testing, context, body, await requireAddon(context.queries, id)),
    async (context, { params: { id }, body }, test) => recorded(context, body, test, id),
  )
