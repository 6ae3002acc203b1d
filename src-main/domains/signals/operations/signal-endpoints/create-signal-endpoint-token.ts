import { createSignalEndpointToken as create } from '#shared/signals/contract/signal-endpoints.ts'
import type { Result } from '#shared/contract/index.ts'
import { exceedsLimit } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  hashOf,
  SIGNAL_TOKEN_PREFIX,
  type SignalEndpointDirectory,
} from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import {
  requireFreeTokenName,
  requireSignalEndpoint,
  toSignalToken,
} from '../../records/signal-endpoints/signal-endpoint.ts'
import { insertSignalToken, readSignalTokensOf } from '../../records/signal-endpoints/signal-tokens.store.ts'

const SECRET_BYTES = 28

type CreatedToken = Result<typeof create> & { signingSecret: string }

/** Creates a token: the secret is in the answer and nowhere else (docs/contract/signals.md#endpoints; limits: 13). */
export const createSignalEndpointToken = ({
  signalEndpoints,
}: {
  signalEndpoints: SignalEndpointDirectory
}) =>
  mutation<typeof create, CreatedToken>(
    create,
    async (context, { params: { signalEndpointId }, body: { name } }) => {
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
      signalEndpoints.refreshAfter(context)
      // for the window: the contract has no such property
      return { ...token, token: secret, signingSecret: signalEndpoints.signingSecretOf(secret) }
    },
  )
