import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteProviderSessions } from '../sessions/sessions.store.ts'
import { noteSignIn } from '../single-sign-on/sign-ins.store.ts'
import { logoutAnswer, type EndedSession } from './saml-logout.ts'
import type { BrowserStep } from '../sessions/browser-steps.ts'
import { MISCONFIGURED_PROVIDER, SIGNED_OUT_PAGE } from './saml-services.ts'
import { isSetUp, type CompleteSamlSettings, type SamlAddresses } from './saml-terms.ts'

/** Ends the sessions that a verified request of the provider names. A refused one is kept in the login history. */
export async function endRequestedSessions(
  { everything, caller, now }: MutationContext,
  { settings, addresses }: { settings: SamlSettings; addresses: SamlAddresses },
  relayState: string | undefined,
  verify: (terms: { settings: CompleteSamlSettings; addresses: SamlAddresses }) => Promise<EndedSession>,
): Promise<BrowserStep> {
  const entry = { type: 'logout', method: 'saml', ip: caller.ip, at: now } as const
  if (!isSetUp(settings)) return { location: SIGNED_OUT_PAGE }
  let ended: EndedSession
  try {
    ended = await verify({ settings, addresses })
  } catch (error) {
    const failureReason = messageOf(error)
    await noteSignIn(everything, { ...entry, username: MISCONFIGURED_PROVIDER, failureReason })
    return { location: SIGNED_OUT_PAGE }
  }
  const users = await deleteProviderSessions(everything, ended)
  for (const userId of users) await noteSignIn(everything, { ...entry, username: ended.nameID, userId })
  return { location: await logoutAnswer({ settings, addresses }, ended, relayState) }
}
