import { createSignalEndpoint as operation } from '#shared/signals/contract/signal-endpoints.ts'
import { exceedsLimit } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { requireFreeName, toSignalEndpoint } from '../../records/signal-endpoints/signal-endpoint.ts'
import {
  insertSignalEndpoint,
  readSignalEndpoints,
} from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { urlOf } from '../../records/signal-endpoints/url-of.ts'

/** Creates an endpoint (docs/contract/signals.md#endpoints; limits: 13). */
export const createSignalEndpoint = ({
  signalEndpoints: directory,
  pagesUrl,
}: {
  signalEndpoints: SignalEndpointDirectory
  pagesUrl: () => string
}) =>
  mutation(operation, async (context, { body }) => {
    const { queries, limits, caller, now } = context
    await requireFreeName(queries, body.name)
    if ((await readSignalEndpoints(queries)).length >= limits.signalEndpoints)
      throw exceedsLimit('signal endpoint', limits.signalEndpoints)
    const endpoint = await insertSignalEndpoint(queries, {
      name: body.name,
      description: body.description ?? null,
      enabled: body.enabled ?? true,
      createdAt: now.toISOString(),
      createdByUserId: userIdOf(caller.actor),
    })
    context.record({ type: 'signal-endpoint-created', data: { ...endpoint } })
    directory.refreshAfter(context)
    return { ...toSignalEndpoint(endpoint, []), url: urlOf(endpoint, pagesUrl()) }
  })
