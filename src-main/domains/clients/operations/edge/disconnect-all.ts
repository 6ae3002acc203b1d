import { disconnectAll as disconnect } from '#shared/clients/contract/edge-instances.ts'
import { mutation } from '#kernel/use-case.ts'

/** Every process on the database ends its streams when it gets the event. */
export const disconnectAll = mutation(disconnect, async (context) => {
  context.record({ type: 'streams-disconnected' })
})
