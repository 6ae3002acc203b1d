import { finishSamlSignIn as operation } from '#shared/access/contract/saml.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  browserSecretOf,
  MISCONFIGURED_PROVIDER,
  type BrowserStep,
  type SamlServices,
} from '../../records/saml/saml-services.ts'
import { refuseIdentity, signInWithIdentity } from '../../records/single-sign-on/sign-in-with-identity.ts'
import { readSealedSettings } from '../../records/single-sign-on/sso-settings.ts'

const TOO_LATE = 'The sign-in took too long, or was completed before. Begin again.'
const OTHER_BROWSER = 'The answer came back to another browser than the one that began the sign-in.'

/** Signs a browser in with the answer that was verified for it. */
export const finishSamlSignIn = ({ access, maxParallelSessions, samlRequests, oidc }: SamlServices) =>
  mutation<typeof operation, BrowserStep>(operation, async (context, { query: { code = '' }, headers }) => {
    const failed = (reason: string): BrowserStep => ({ location: oidc.failures.pageFor(reason) })
    const signIn = await samlRequests.pickUp(
      context.queries,
      code,
      browserSecretOf(headers.cookie),
      context.now,
    )
    if (signIn === 'unknown') return failed(TOO_LATE)
    if (signIn === 'other-browser') {
      await refuseIdentity(context, { integration: 'saml', subject: MISCONFIGURED_PROVIDER }, OTHER_BROWSER)
      return failed(OTHER_BROWSER)
    }
    const settings = await readSealedSettings(context.queries, 'saml')
    const { request, identity } = signIn
    const outcome = await signInWithIdentity(context, { access, maxParallelSessions }, identity, settings)
    if (outcome.kind === 'refused') return failed(outcome.reason)
    const { user, secret } = outcome.session
    context.onPublished(() => oidc.window.finishRequest(request, user.id))
    return { location: '/', session: secret }
  })
