import { updateSignalEndpoint as update } from '#shared/signals/contract/signal-endpoints.ts'
import { mutation } from '#kernel/use-case.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { requireFreeName, requireSignalEndpoint } from '../../records/signal-endpoints/signal-endpoint.ts'
import type { StoredSignalEndpoint } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { urlOf } from '../../records/signal-endpoints/url-of.ts'
import { saveSignalEndpoint } from '../../records/signal-endpoints/save-signal-endpoint.ts'

/**
 * Replaces name and description (docs/contract/signals.md#endpoints); where nothing is said of it, it stays on or
 * off.
 */
export const updateSignalEndpoint = ({
  signalEndpoints,
  pagesUrl,
}: {
  signalEndpoints: SignalEndpointDirectory
  pagesUrl: () => string
}) =>
  mutation(update, async (context, { params: { id }, body }) => {
    const before = await requireSignalEndpoint(context.queries, id)
    await requireFreeName(context.queries, body.name, id)
    const after: StoredSignalEndpoint = {
      ...before,
      name: body.name,
      description: body.description ?? null,
      enabled: body.enabled ?? before.enabled,
    }
    return {
      ...(await saveSignalEndpoint(context, signalEndpoints, before, after)),
      url: urlOf(after, pagesUrl()),
    }
  })
