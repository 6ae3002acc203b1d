import type { enableSignalEndpoint as on } from '#shared/signals/contract/signal-endpoints.ts'
import type { SignalEndpoint } from '#shared/signals/schemas/signal-endpoint.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import type { SignalEndpointDirectory } from './signal-endpoint-directory.ts'
import { requireSignalEndpoint, toSignalEndpoint } from './signal-endpoint.ts'
import { updateSignalEndpointRow, type StoredSignalEndpoint } from './signal-endpoints.store.ts'
import { readSignalTokensOf } from './signal-tokens.store.ts'

/** Lets an endpoint take signals, or refuse them from the next one on. */
export const switchSignalEndpoint =
  (operation: typeof on, enabled: boolean) =>
  ({ signalEndpoints }: { signalEndpoints: SignalEndpointDirectory }) =>
    mutation(operation, async (context, { params: { id } }) => {
      const before = await requireSignalEndpoint(context.everything, id)
      return saveSignalEndpoint(context, signalEndpoints, before, { ...before, enabled })
    })

/** Saves a changed endpoint, with its event, and refreshes the directory. */
export async function saveSignalEndpoint(
  context: MutationContext,
  directory: SignalEndpointDirectory,
  before: StoredSignalEndpoint,
  after: StoredSignalEndpoint,
): Promise<SignalEndpoint> {
  await updateSignalEndpointRow(context.everything, after)
  context.record({ type: 'signal-endpoint-updated', data: { ...after }, preData: { ...before } })
  directory.refreshAfter(context)
  return toSignalEndpoint(after, await readSignalTokensOf(context.everything, after.id))
}
