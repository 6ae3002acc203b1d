import {
  createSignalEndpointToken as create,
  deleteSignalEndpointToken as remove,
  updateSignalEndpointToken as update,
} from '../../../../../src-shared/contract/signal-endpoints.ts'
import { exceedsLimit } from '../../../../kernel/app-error.ts'
import { userIdOf } from '../../../../kernel/caller.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import {
  hashOf,
  SIGNAL_TOKEN_PREFIX,
  type SignalEndpointDirectory,
} from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import {
  requireFreeTokenName,
  requireSignalEndpoint,
  requireSignalToken,
  toSignalToken,
} from '../../records/signal-endpoints/signal-endpoint.ts'
import {
  deleteSignalTokenRow,
  insertSignalToken,
  readSignalTokensOf,
  renameSignalToken,
} from '../../records/signal-endpoints/signal-tokens.store.ts'

const SECRET_BYTES = 28

/** Creates a token: the secret is in the answer and nowhere else (docs/contract/signals.md#endpoints; limits: 13). */
export const createSignalEndpointToken = (directory: SignalEndpointDirectory) =>
  mutation(create, async (context, { params: { signalEndpointId }, body: { name } }) => {
    const { queries, limits, ids, caller, now } = context
    const endpoint = await requireSignalEndpoint(queries, signalEndpointId)
    const others = await readSignalTokensOf(queries, endpoint.id)
    requireFreeTokenName(others, name)
    if (others.length >= limits.signalTokensPerEndpoint)
      throw exceedsLimit('signal endpoint token', limits.signalTokensPerEndpoint)
    const secret = SIGNAL_TOKEN_PREFIX + ids.hex(SECRET_BYTES)
    const token = toSignalToken(
      await insertSignalToken(queries, {
        name,
        endpointId: endpoint.id,
        secretHash: hashOf(secret),
        createdAt: now.toISOString(),
        createdByUserId: userIdOf(caller.actor),
      }),
    )
    const data = { ...token, signalEndpoint: endpoint.name }
    context.record({ type: 'signal-endpoint-token-created', data })
    directory.refreshAfter(context)
    return { ...token, token: secret }
  })

export const updateSignalEndpointToken = (directory: SignalEndpointDirectory) =>
  mutation(update, async (context, { params, body: { name } }) => {
    const { endpoint, token, others } = await requireSignalToken(context.queries, params)
    requireFreeTokenName(others, name)
    await renameSignalToken(context.queries, token.id, name)
    const [before, after] = [toSignalToken(token), toSignalToken({ ...token, name })]
    context.record({
      type: 'signal-endpoint-token-updated',
      data: { ...after, signalEndpoint: endpoint.name },
      preData: { ...before, signalEndpoint: endpoint.name },
    })
    directory.refreshAfter(context)
    return after
  })

/** Deletes a token: it is refused from the reply on. */
export const deleteSignalEndpointToken = (directory: SignalEndpointDirectory) =>
  mutation(remove, async (context, { params }) => {
    const { endpoint, token } = await requireSignalToken(context.queries, params)
    await deleteSignalTokenRow(context.queries, token.id)
    const preData = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-endpoint-token-deleted', preData })
    directory.refreshAfter(context)
  })
