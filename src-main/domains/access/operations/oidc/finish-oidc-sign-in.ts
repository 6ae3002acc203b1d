import { finishOidcSignIn as operation } from '#shared/access/contract/oidc.ts'
import type { OidcSettings } from '#shared/access/schemas/single-sign-on.ts'
import { UnreadableSecret } from '#kernel/sealer.ts'
import { preparedMutation, type QueryContext } from '#kernel/use-case.ts'
import {
  browserOf,
  MISCONFIGURED_PROVIDER,
  type OidcServices,
  type OidcStep,
} from '../../records/oidc/oidc-services.ts'
import { NOT_WAITING, type PendingSignIn } from '../../records/oidc/pending-sign-ins.ts'
import { sessionWithIdToken } from '../../records/oidc/session-id-token.ts'
import { verifyAnswer, type VerifiedPerson } from '../../records/oidc/verify-answer.ts'
import { refuseIdentity, signInWithIdentity } from '../../records/single-sign-on/sign-in-with-identity.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

type Verified =
  { settings: OidcSettings; person: VerifiedPerson; pending: PendingSignIn } | { reason: string }

/** Signs a browser in that comes back from the provider. A rejection leads to the sign-in page, with its reason. */
export const finishOidcSignIn = ({ access, maxParallelSessions, sealer, outbound, oidc }: OidcServices) =>
  preparedMutation<typeof operation, Verified, OidcStep>(
    operation,
    async ({ queries, now }, { query, headers: { cookie } }) => {
      const pending = await oidc.pending.find(queries, query.state, browserOf(cookie), now)
      if (typeof pending === 'string') return { reason: pending }
      const settings = await settingsOrReason(queries, sealer)
      if (typeof settings === 'string') return { reason: settings }
      const parameters = Object.fromEntries(
        Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      const person = await verifyAnswer(settings, outbound, { pending, parameters })
      return typeof person === 'string' ? { reason: person } : { settings, person, pending }
    },
    async (context, { query, headers: { cookie } }, verified) => {
      const refuse = async (reason: string): Promise<OidcStep> => {
        await refuseIdentity(context, { integration: 'oidc', subject: MISCONFIGURED_PROVIDER }, reason)
        return { location: oidc.failures.pageFor(reason) }
      }
      const isFirst = await oidc.pending.finish(context.queries, query.state, browserOf(cookie))
      if ('reason' in verified) return refuse(verified.reason)
      if (!isFirst) return refuse(NOT_WAITING)
      const { settings, person } = verified
      const { windowTicket, startedBy } = verified.pending
      const services = { access, maxParallelSessions }
      const providerSession = sessionWithIdToken(sealer, person.idToken)
      const identity = { ...person.identity, providerSession, startedBy }
      const outcome = await signInWithIdentity(context, services, identity, settings)
      if (outcome.kind === 'refused') return { location: oidc.failures.pageFor(outcome.reason) }
      const userId = outcome.session.user.id
      context.onPublished(() => oidc.window.finish(windowTicket, userId))
      return { location: '/', session: outcome.session.secret }
    },
  )

async function settingsOrReason(
  queries: QueryContext['queries'],
  sealer: OidcServices['sealer'],
): Promise<OidcSettings | string> {
  try {
    return await readSsoSettings(queries, sealer, 'oidc')
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message
    throw error
  }
}
