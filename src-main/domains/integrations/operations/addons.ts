import { readEventsOf, readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { createTagTypeRow } from '#domains/flags/tags/tag-type.ts'
import { findTagType } from '#domains/flags/tags/tags.store.ts'
import type { Outbound } from '#kernel/outbound.ts'
import {
  mutation,
  type MutationContext,
  preparedMutation,
  query,
  type QueryContext,
} from '#kernel/use-case.ts'
import { ADDON_PROVIDERS, type AddonProvider } from '#shared/integrations/addons/index.ts'
import * as addonTestsContract from '#shared/integrations/contract/addon-tests.ts'
import * as addonsContract from '#shared/integrations/contract/addons.ts'
import {
  requireCreatable,
  requireProvider,
  storedParametersFor,
  toAddon,
  toContent,
} from '../addons/addon.ts'
import {
  deleteAddonRow,
  insertAddon,
  readAddons,
  requireAddon,
  type StoredAddon,
  updateAddonRow,
} from '../addons/addons.store.ts'
import { checkParameters, readParameters } from '../addons/check-parameters.ts'
import { readDeliveries, readFailing } from '../addons/integration-events.store.ts'
import { withStoredSecrets } from '../addons/stored-secrets.ts'
import { positionAfterChange } from '../addons/stream-position.ts'
import type { AddonTest } from '#shared/integrations/schemas/addon-test.ts'
import type { AddonInput } from '#shared/integrations/schemas/addon.ts'
import type { AddonOutbox } from '../addons/addon-outbox.ts'
import { testEventFor } from '../addons/test-event.ts'

/** Tests an integration that is not created yet. */
export const testNewAddon = (testing: AddonTesting) =>
  preparedMutation(
    addonTestsContract.testNewAddon,
    async (context, { body }) => {
      requireCreatable(body.provider)
      return sendTest(testing, context, body)
    },
    async (context, { body }, test) => recorded(context, body, test),
  )

interface AddonTesting {
  outbound: Outbound
  addonOutbox: AddonOutbox
}

/** Sends a test event, and answers what was sent and what came back. */
async function sendTest(
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

/**
 * Tests an integration as a change would make it, checked as that is. Nothing of it is stored but an event that says who
 * sent a test where: a secret may have gone to a server that it was never sent to before.
 */
export const testAddon = (testing: AddonTesting) =>
  preparedMutation(
    addonTestsContract.testAddon,
    async (context, { params: { id }, body }) =>
      sendTest(testing, context, body, await requireAddon(context.visible, id)),
    async (context, { params: { id }, body }, test) => recorded(context, body, test, id),
  )

/** Lists integrations whose deliveries fail: nobody else is told. */
export const getFailingAddons = query(addonTestsContract.getFailingAddons, async ({ visible }) => ({
  failing: await readFailing(visible),
}))

export const getAddons = query(addonsContract.getAddons, async ({ visible }) => ({
  addons: (await readAddons(visible)).map(toAddon),
  providers: [...ADDON_PROVIDERS],
}))

/** Creates the tag types that a provider uses and that are missing. */
async function registerTagTypes(context: MutationContext, { tagTypes }: AddonProvider): Promise<void> {
  for (const { description = null, ...type } of tagTypes ?? [])
    if (!(await findTagType(context.everything, type.name)))
      await createTagTypeRow(context, { ...type, description })
}

/** Creates an integration, and the types of tags that it goes by (docs/contract/integrations.md#integrations). */
export const createAddon = ({ outbound }: { outbound: Outbound }) =>
  preparedMutation(
    addonsContract.createAddon,
    async (_context, { body }) => {
      const provider = requireCreatable(body.provider)
      const parameters = readParameters(provider, body.parameters)
      await checkParameters(provider, parameters, outbound)
      return { provider, parameters }
    },
    async (context, { body }, { provider, parameters }) => {
      const { everything, now } = context
      await registerTagTypes(context, provider)
      const addon = await insertAddon(everything, {
        ...toContent(body, parameters),
        position: await readLastEventId(everything),
        createdAt: now.toISOString(),
      })
      const { createdAt: _createdAt, ...masked } = toAddon(addon)
      context.record({ type: 'addon-config-created', data: masked })
      // the only response with the secret: the caller has just sent it (recorded exchange
      // integrations/create-webhook)
      return { ...masked, parameters }
    },
  )

export const getAddon = query(addonsContract.getAddon, async ({ visible }, { params: { id } }) =>
  toAddon(await requireAddon(visible, id)),
)

/** Replaces an integration; a masked parameter keeps its value, as long as it goes to the same address. */
export const updateAddon = ({ outbound }: { outbound: Outbound }) =>
  preparedMutation(
    addonsContract.updateAddon,
    async ({ visible }, { params: { id }, body }) => {
      const before = await requireAddon(visible, id)
      const provider = requireProvider(body.provider)
      const sent = readParameters(provider, body.parameters)
      await checkParameters(
        provider,
        withStoredSecrets(provider, sent, storedParametersFor(before, provider.name)),
        outbound,
      )
      return { provider, sent }
    },
    async (context, { params: { id }, body }, { provider, sent }) => {
      const { everything, visible } = context
      const before = await requireAddon(visible, id)
      if (provider.name !== before.provider) await registerTagTypes(context, provider)
      const after: StoredAddon = {
        ...toContent(body, withStoredSecrets(provider, sent, storedParametersFor(before, provider.name))),
        id,
        createdAt: before.createdAt,
        position: await positionAfterChange(everything, before),
      }
      await updateAddonRow(everything, after)
      const masked = toAddon(after)
      context.record({ type: 'addon-config-updated', data: masked, preData: toAddon(before) })
      // return the sent values: a mask stays a mask (recorded exchange integrations/update)
      return { ...masked, parameters: sent }
    },
  )

/**
 * Deletes an integration with the record of what it was told (recorded exchanges integrations/delete and
 * integrations/delete-again).
 */
export const deleteAddon = mutation(addonsContract.deleteAddon, async (context, { params: { id } }) => {
  const addon = await requireAddon(context.visible, id)
  await deleteAddonRow(context.everything, id)
  context.record({ type: 'addon-config-deleted', preData: toAddon(addon) })
})

const PAGE = 50

/** Lists the deliveries of an integration with their outcomes, newest first (docs/contract/integrations.md#integrations). */
export const getIntegrationEvents = query(
  addonsContract.getIntegrationEvents,
  async ({ visible }, { params: { id }, query: { limit = PAGE, offset = 0 } }) => {
    await requireAddon(visible, id)
    const deliveries = await readDeliveries(visible, { integrationId: id, limit, offset })
    const events = await readEventsOf(
      visible,
      deliveries.map(({ eventId }) => eventId),
    )
    return {
      integrationEvents: deliveries.flatMap(({ eventId, ...delivery }) => {
        const event = events.get(eventId)
        return event ? [{ ...delivery, id: String(delivery.id), event }] : []
      }),
    }
  },
)
