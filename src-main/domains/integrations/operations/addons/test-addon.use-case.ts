import type { AddonTest } from '../../../../../src-shared/schemas/addon-test.ts'
import {
  testAddon as ofStored,
  testNewAddon as ofNew,
} from '../../../../../src-shared/contract/addon-tests.ts'
import type { AddonInput } from '../../../../../src-shared/schemas/addon.ts'
import { preparedMutation, type MutationContext, type QueryContext } from '../../../../kernel/use-case.ts'
import { keptOf, requireCreatable, requireProvider, toContent } from '../../records/addons/addon.ts'
import type { AddonOutbox } from '../../records/addons/addon-outbox.ts'
import { requireAddon, type StoredAddon } from '../../records/addons/addons.store.ts'
import { checkParameters, readParameters } from '../../records/addons/check-parameters.ts'
import { withKeptSecrets } from '../../records/addons/kept-secrets.ts'
import { testEventFor } from '../../records/addons/test-event.ts'
import type { UrlPolicy } from '../../records/addons/url-policy.ts'

export interface AddonTesting {
  addonUrls: UrlPolicy
  addonOutbox: AddonOutbox
}

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

async function sendTest(
  { addonUrls, addonOutbox }: AddonTesting,
  context: QueryContext,
  body: AddonInput,
  stored?: StoredAddon,
): Promise<AddonTest> {
  const provider = requireProvider(body.provider)
  const sent = readParameters(provider, body.parameters)
  const parameters = withKeptSecrets(provider, sent, stored ? keptOf(stored, provider.name) : {})
  await checkParameters(provider, parameters, addonUrls)
  const addon = toContent(body, parameters)
  return addonOutbox.test(addon, testEventFor(addon, context))
}

function recorded(
  context: MutationContext,
  { provider }: AddonInput,
  test: AddonTest,
  id?: number,
): AddonTest {
  const hosts = [...new Set(test.requests.map(({ host }) => host))]
  context.record({
    type: 'addon-tested',
    data: { ...(id === undefined ? {} : { id }), provider, hosts, state: test.state },
  })
  return test
}
