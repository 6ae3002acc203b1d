import { unmaskParameters } from '../../../src-shared/addons/index.ts'
import { testAddon as ofStored, testNewAddon as ofNew } from '../../../src-shared/contract/addon-tests.ts'
import type { AddonInput } from '../../../src-shared/schemas/addon.ts'
import { nameOf } from '../../kernel/caller.ts'
import { preparedMutation, type QueryContext } from '../../kernel/use-case.ts'
import { keptOf, requireCreatable, requireProvider, toContent } from './addon.ts'
import type { AddonOutbox } from './addon-outbox.ts'
import { requireAddon, type StoredAddon } from './addons.store.ts'
import { checkParameters, readParameters } from './check-parameters.ts'
import { testEventFor } from './test-event.ts'
import type { UrlPolicy } from './url-policy.ts'

export interface AddonTesting {
  addonUrls: UrlPolicy
  addonOutbox: AddonOutbox
}

/**
 * Tests an integration as a change would make it, checked as that is. It writes nothing, and yet is no query: it acts on
 * somebody else, so who only looks on may not.
 */
export const testAddon = (testing: AddonTesting) =>
  preparedMutation(
    ofStored,
    async (context, { params: { id }, body }) =>
      sendTest(testing, context, body, await requireAddon(context.queries, id)),
    async (_context, _request, test) => test,
  )

/** Tests an integration that is not created yet. */
export const testNewAddon = (testing: AddonTesting) =>
  preparedMutation(
    ofNew,
    async (context, { body }) => {
      requireCreatable(body.provider)
      return sendTest(testing, context, body)
    },
    async (_context, _request, test) => test,
  )

async function sendTest(
  { addonUrls, addonOutbox }: AddonTesting,
  context: QueryContext,
  body: AddonInput,
  stored?: StoredAddon,
) {
  const provider = requireProvider(body.provider)
  const parameters = unmaskParameters(
    readParameters(provider, body.parameters),
    stored ? keptOf(stored, provider.name) : {},
  )
  await checkParameters(provider, parameters, addonUrls)
  const addon = toContent(body, parameters)
  const test = await addonOutbox.test(addon, testEventFor(addon, context))
  // no event tells of it: this does, for a stored secret may have gone where it has never been
  context.logger.info(
    {
      integration: stored?.id ?? 'new',
      provider: provider.name,
      hosts: [...new Set(test.requests.map(({ host }) => host))],
      by: nameOf(context.caller.actor),
      state: test.state,
    },
    'an integration was tested',
  )
  return test
}
