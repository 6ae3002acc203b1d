import {
  deleteSignalEndpoint as remove,
  disableSignalEndpoint as off,
  enableSignalEndpoint as on,
  updateSignalEndpoint as update,
} from '../../../../../src-shared/contract/signal-endpoints.ts'
import type { SignalEndpoint } from '../../../../../src-shared/schemas/signal-endpoint.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { disableActionSets } from '../../records/actions/set-enabled.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import {
  requireFreeName,
  requireSignalEndpoint,
  toSignalEndpoint,
} from '../../records/signal-endpoints/signal-endpoint.ts'
import {
  deleteSignalEndpointRow,
  updateSignalEndpointRow,
  type StoredSignalEndpoint,
} from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { readSignalTokensOf } from '../../records/signal-endpoints/signal-tokens.store.ts'
import { urlOf } from '../../records/signal-endpoints/url-of.ts'

/**
 * Replaces name and description (docs/contract/signals.md#endpoints); where nothing is said of it, it stays on or
 * off.
 */
export const updateSignalEndpoint = (directory: SignalEndpointDirectory, baseUrl: () => string) =>
  mutation(update, async (context, { params: { id }, body }) => {
    const before = await requireSignalEndpoint(context.queries, id)
    await requireFreeName(context.queries, body.name, id)
    const after: StoredSignalEndpoint = {
      ...before,
      name: body.name,
      description: body.description ?? null,
      enabled: body.enabled ?? before.enabled,
    }
    return { ...(await save(context, directory, before, after)), url: urlOf(after, baseUrl()) }
  })

/** Lets an endpoint take signals, or refuse them from the next one on. */
const switchTo = (operation: typeof on, enabled: boolean) => (directory: SignalEndpointDirectory) =>
  mutation(operation, async (context, { params: { id } }) => {
    const before = await requireSignalEndpoint(context.queries, id)
    return save(context, directory, before, { ...before, enabled })
  })
export const enableSignalEndpoint = switchTo(on, true)
export const disableSignalEndpoint = switchTo(off, false)

/**
 * Deletes an endpoint with its tokens; its signals stay, without a name (docs/contract/signals.md#records). Action sets
 * that wait for its signals are turned off.
 */
export const deleteSignalEndpoint = (directory: SignalEndpointDirectory) =>
  mutation(remove, async (context, { params: { id } }) => {
    const endpoint = await requireSignalEndpoint(context.queries, id)
    await disableActionSets(context, { sourceId: id })
    await deleteSignalEndpointRow(context.queries, id)
    context.record({ type: 'signal-endpoint-deleted', preData: { ...endpoint } })
    directory.refreshAfter(context)
  })

async function save(
  context: MutationContext,
  directory: SignalEndpointDirectory,
  before: StoredSignalEndpoint,
  after: StoredSignalEndpoint,
): Promise<SignalEndpoint> {
  await updateSignalEndpointRow(context.queries, after)
  context.record({ type: 'signal-endpoint-updated', data: { ...after }, preData: { ...before } })
  directory.refreshAfter(context)
  return toSignalEndpoint(after, await readSignalTokensOf(context.queries, after.id))
}
