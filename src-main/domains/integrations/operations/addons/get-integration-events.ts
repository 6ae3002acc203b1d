import { getIntegrationEvents as operation } from '#shared/integrations/contract/addons.ts'
import { query } from '#kernel/use-case.ts'
import { readEventsOf } from '#domains/audit/records/events/events.read-model.ts'
import { requireAddon } from '../../records/addons/addons.store.ts'
import { readDeliveries } from '../../records/addons/integration-events.store.ts'

const PAGE = 50

/** Lists the deliveries of an integration with their outcomes, newest first (docs/contract/integrations.md#integrations). */
export const getIntegrationEvents = query(
  operation,
  async ({ queries }, { params: { id }, query: { limit = PAGE, offset = 0 } }) => {
    await requireAddon(queries, id)
    const deliveries = await readDeliveries(queries, { integrationId: id, limit, offset })
    const events = await readEventsOf(
      queries,
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
