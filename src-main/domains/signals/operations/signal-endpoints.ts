import { exceedsLimit } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { mutation, query } from '#kernel/use-case.ts'
import type { Result } from '#shared/contract/index.ts'
import * as contract from '#shared/signals/contract/signal-endpoints.ts'
import { disableActionSets } from '../actions/set-enabled.ts'
import { saveSignalEndpoint, switchSignalEndpoint } from '../signal-endpoints/save-signal-endpoint.ts'
import {
  hashOf,
  SIGNAL_TOKEN_PREFIX,
  type SignalEndpointDirectory,
} from '../signal-endpoints/signal-endpoint-directory.ts'
import {
  requireFreeName,
  requireFreeTokenName,
  requireSignalEndpoint,
  requireSignalToken,
  toSignalEndpoint,
  toSignalToken,
} from '../signal-endpoints/signal-endpoint.ts'
import {
  deleteSignalEndpointRow,
  insertSignalEndpoint,
  readSignalEndpoints,
  type StoredSignalEndpoint,
} from '../signal-endpoints/signal-endpoints.store.ts'
import {
  deleteSignalTokenRow,
  insertSignalToken,
  readSignalTokens,
  readSignalTokensOf,
  renameSignalToken,
} from '../signal-endpoints/signal-tokens.store.ts'

/** All endpoints with their tokens (docs/contract/signals.md#endpoints). */
export const getSignalEndpoints = query(contract.getSignalEndpoints, async ({ visible }) => {
  const tokens = await readSignalTokens(visible)
  const stored = await readSignalEndpoints(visible)
  return { signalEndpoints: stored.map((endpoint) => toSignalEndpoint(endpoint, tokens)) }
})

/** Returns the URL to which signals of an endpoint are sent (document: "Signal endpoint and signal"). */
const urlOf = ({ name }: { name: string }, baseUrl: string): string =>
  `${baseUrl}/api/signal-endpoint/${name}`

/** Creates an endpoint (docs/contract/signals.md#endpoints; limits: 13). */
export const createSignalEndpoint = ({
  signalEndpoints: directory,
  pagesUrl,
}: {
  signalEndpoints: SignalEndpointDirectory
  pagesUrl: () => string
}) =>
  mutation(contract.createSignalEndpoint, async (context, { body }) => {
    const { everything, limits, caller, now } = context
    await requireFreeName(everything, body.name)
    if ((await readSignalEndpoints(everything)).length >= limits.signalEndpoints)
      throw exceedsLimit('signal endpoint', limits.signalEndpoints)
    const endpoint = await insertSignalEndpoint(everything, {
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
  mutation(contract.updateSignalEndpoint, async (context, { params: { id }, body }) => {
    const before = await requireSignalEndpoint(context.everything, id)
    await requireFreeName(context.everything, body.name, id)
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

/**
 * Deletes an endpoint with its tokens; its signals stay, without a name (docs/contract/signals.md#records). Action sets
 * that wait for its signals are turned off.
 */
export const deleteSignalEndpoint = ({ signalEndpoints }: { signalEndpoints: SignalEndpointDirectory }) =>
  mutation(contract.deleteSignalEndpoint, async (context, { params: { id } }) => {
    const endpoint = await requireSignalEndpoint(context.everything, id)
    await disableActionSets(context, { sourceId: id })
    await deleteSignalEndpointRow(context.everything, id)
    context.record({ type: 'signal-endpoint-deleted', preData: { ...endpoint } })
    signalEndpoints.refreshAfter(context)
  })

export const enableSignalEndpoint = switchSignalEndpoint(contract.enableSignalEndpoint, true)

export const disableSignalEndpoint = switchSignalEndpoint(contract.disableSignalEndpoint, false)

export const getSignalEndpointTokens = query(
  contract.getSignalEndpointTokens,
  async ({ visible }, { params }) => {
    const { id } = await requireSignalEndpoint(visible, params.signalEndpointId)
    return { signalEndpointTokens: (await readSignalTokensOf(visible, id)).map(toSignalToken) }
  },
)

const SECRET_BYTES = 28

type CreatedToken = Result<typeof contract.createSignalEndpointToken> & { signingSecret: string }

/** Creates a token: the secret is in the answer and nowhere else (docs/contract/signals.md#endpoints; limits: 13). */
export const createSignalEndpointToken = ({
  signalEndpoints,
}: {
  signalEndpoints: SignalEndpointDirectory
}) =>
  mutation<typeof contract.createSignalEndpointToken, CreatedToken>(
    contract.createSignalEndpointToken,
    async (context, { params: { signalEndpointId }, body: { name } }) => {
      const { everything, limits, ids, caller, now } = context
      const endpoint = await requireSignalEndpoint(everything, signalEndpointId)
      const others = await readSignalTokensOf(everything, endpoint.id)
      requireFreeTokenName(others, name)
      if (others.length >= limits.signalTokensPerEndpoint)
        throw exceedsLimit('signal endpoint token', limits.signalTokensPerEndpoint)
      const secret = SIGNAL_TOKEN_PREFIX + ids.hex(SECRET_BYTES)
      const token = toSignalToken(
        await insertSignalToken(everything, {
          name,
          endpointId: endpoint.id,
          secretHash: hashOf(secret),
          createdAt: now.toISOString(),
          createdByUserId: userIdOf(caller.actor),
        }),
      )
      const data = { ...token, signalEndpoint: endpoint.name }
      context.record({ type: 'signal-endpoint-token-created', data })
      signalEndpoints.refreshAfter(context)
      // for the window: the contract has no such property
      return { ...token, token: secret, signingSecret: signalEndpoints.signingSecretOf(secret) }
    },
  )

export const updateSignalEndpointToken = ({
  signalEndpoints,
}: {
  signalEndpoints: SignalEndpointDirectory
}) =>
  mutation(contract.updateSignalEndpointToken, async (context, { params, body: { name } }) => {
    const { endpoint, token, others } = await requireSignalToken(context.everything, params)
    requireFreeTokenName(others, name)
    await renameSignalToken(context.everything, token.id, name)
    const [before, after] = [toSignalToken(token), toSignalToken({ ...token, name })]
    context.record({
      type: 'signal-endpoint-token-updated',
      data: { ...after, signalEndpoint: endpoint.name },
      preData: { ...before, signalEndpoint: endpoint.name },
    })
    signalEndpoints.refreshAfter(context)
    return after
  })

/** Deletes a token: it is refused from the reply on. */
export const deleteSignalEndpointToken = ({
  signalEndpoints,
}: {
  signalEndpoints: SignalEndpointDirectory
}) =>
  mutation(contract.deleteSignalEndpointToken, async (context, { params }) => {
    const { endpoint, token } = await requireSignalToken(context.everything, params)
    await deleteSignalTokenRow(context.everything, token.id)
    const preData = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-endpoint-token-deleted', preData })
    signalEndpoints.refreshAfter(context)
  })
