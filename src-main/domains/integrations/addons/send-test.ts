import type { AddonTest } from '#shared/integrations/schemas/addon-test.ts'
import type { AddonInput } from '#shared/integrations/schemas/addon.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import { storedParametersFor, requireProvider, toContent } from './addon.ts'
import type { AddonOutbox } from './addon-outbox.ts'
import type { StoredAddon } from './addons.store.ts'
import { checkParameters, readParameters } from './check-parameters.ts'
import { withStoredSecrets } from './stored-secrets.ts'
import { testEventFor } from './test-event.ts'
import type { Outbound } from '#kernel/outbound.ts'

export interface AddonTesting {
  outbound: Outbound
  addonOutbox: AddonOutbox
}

/** Sends a test event, and answers what was sent and what came back. */
export async function sendTest(
  { outbound, addonOutbox }: AddonTesting,
  context: QueryContext,
  body: AddonInput,
  stored?: StoredAddon,
): Promise<AddonTest> {
  const provider = requireProvider(body.provider)
  const sent = readParameters(provider, body.parameters)
  const parameters = withStoredSecrets(
    provider,
    sent,
    stored ? storedParametersFor(stored, provider.name) : {},
  )
  await checkParameters(provider, parameters, outbound)
  const addon = toContent(body, parameters)
  return addonOutbox.test(addon, testEventFor(addon, context))
}

/** Records that a test was sent. */
export function recorded(
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
