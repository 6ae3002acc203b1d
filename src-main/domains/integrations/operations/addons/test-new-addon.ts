import { testNewAddon as ofNew } from '#shared/integrations/contract/addon-tests.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { requireCreatable } from '../../records/addons/addon.ts'
import { type AddonTesting, sendTest, recorded } from '../../records/addons/send-test.ts'

/** Tests an integration that is not created yet. */
export const testNewAddon = (testing: AddonTesting) =>
  preparedMutation(
    ofNew,
    async (context, { body }) => {
      requireCreatable(body.provider)
      return sendTest(testing, context, body)
    },
    async (context, { body }, test) => recorded(context, body, test),
  )
