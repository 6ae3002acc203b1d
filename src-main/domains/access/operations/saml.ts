import { fileOf } from '#kernel/route.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation, preparedMutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/saml.ts'
import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import { type BrowserStep, toRedirect, toSignedOut } from '../sessions/browser-steps.ts'
import { endRequestedSessions } from '../saml/end-requested-sessions.ts'
import { signOutLocation, verifyLogoutForm, verifyLogoutQuery } from '../saml/saml-logout.ts'
import { metadataOf, samlAddresses, samlOf, usableSettings } from '../saml/saml-terms.ts'
import {
  BROWSER_COOKIE,
  MISCONFIGURED_PROVIDER,
  SIGNED_OUT_PAGE,
  browserSecretOf,
  type SamlServices,
} from '../saml/saml-services.ts'
import { requireValidSettings } from '../saml/saml-settings-rules.ts'
import { verifyAnswer, type RefusedAnswer, type VerifiedAnswer } from '../saml/verify-answer.ts'
import { guardDefaultRole } from '../single-sign-on/default-role-guard.ts'
import { endOwnSessions } from '../single-sign-on/sign-in-log.ts'
import { identityOfClaims } from '../single-sign-on/identity-of-claims.ts'
import type { ProviderAccount } from '../single-sign-on/provider-identities.store.ts'
import { noteConnectionChange, requireAdminSignIn } from '../single-sign-on/require-admin-sign-in.ts'
import {
  refuseIdentity,
  signInWithIdentity,
  type ProvidedIdentity,
} from '../single-sign-on/sign-in-with-identity.ts'
import {
  completedSettings,
  readMaskedSettings,
  readSealedSettings,
  readSsoSettings,
  writeSsoSettings,
} from '../single-sign-on/sso-settings.ts'

export const getSamlSettings = query(contract.getSamlSettings, ({ visible }) =>
  readMaskedSettings(visible, 'saml'),
)

const name = 'saml'

/** Settings that decide whether a sign-in works: what was proven before holds no more. */
const CONNECTION = [
  'enabled',
  'entityId',
  'signOnUrl',
  'certificate',
  'spCertificate',
  'emailDomains',
] as const

/** Replaces the SAML settings. A masked private key keeps the stored one. */
export const setSamlSettings = ({ access, sealer }: Pick<SamlServices, 'access' | 'sealer'>) =>
  mutation(contract.setSamlSettings, async (context, { body: sent }) => {
    const { everything, record } = context
    const before = await readMaskedSettings(everything, name)
    const body = completedSettings(sent, before)
    await requireValidSettings(everything, body)
    await guardDefaultRole(context, access, body, before)
    await writeSsoSettings(everything, sealer, name, body)
    const after = await readMaskedSettings(everything, name)
    if (CONNECTION.some((field) => before[field] !== body[field]))
      await noteConnectionChange(everything, name)
    await requireAdminSignIn(everything)
    record({ type: 'auth-settings-updated', data: named(after), preData: named(before) })
    return after
  })

const named = (settings: SamlSettings): Record<string, unknown> => ({ name, ...settings })

/** Sends the browser to the identity provider, with a request that only this browser can complete. */
export const beginSamlSignIn = ({ sealer, samlRequests, pagesUrl, oidc, baseUrl }: SamlServices) =>
  served(
    query<typeof contract.beginSamlSignIn, BrowserStep>(
      contract.beginSamlSignIn,
      async ({ visible, ids, now }, { headers: { cookie, host }, query: { here, window } }) => {
        // the cookie must be for the host that the provider sends the browser back to
        const pages = pagesUrl()
        if (host !== new URL(pages).host && here === undefined)
          return {
            location: `${pages}/auth/saml/login?here=1${window === undefined ? '' : `&window=${encodeURIComponent(window)}`}`,
          }
        const settings = await usableSettings(visible, sealer)
        if (typeof settings === 'string') return { location: oidc.failures.pageFor(settings) }
        const browser = browserSecretOf(cookie) ?? ids.hex(24)
        const requestId = samlRequests.issue(browser, now)
        oidc.window.expectAnswer(window, requestId)
        const saml = await samlOf({ settings, addresses: samlAddresses(pages), requestId })
        return { location: await saml.getAuthorizeUrlAsync('', undefined, {}), browser }
      },
    ),
    { reply: toRedirect({ baseUrl }, BROWSER_COOKIE) },
  )

const TAKEN = 'The answer was used before.'

/** Format of name ids that stay the same; others can be an address that changes hands. */
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const accountOf = ({ issuer, session }: VerifiedAnswer): ProviderAccount => ({
  integration: 'saml',
  issuer,
  subject: session.nameID,
})

/**
 * Takes an answer of the identity provider. A verified one waits for its browser, which comes back at once: the cookie that
 * proves the browser does not travel with a form of another site.
 */
export const receiveSamlAnswer = ({ sealer, samlRequests, pagesUrl, oidc, baseUrl }: SamlServices) =>
  served(
    preparedMutation<typeof contract.receiveSamlAnswer, VerifiedAnswer | RefusedAnswer, BrowserStep>(
      contract.receiveSamlAnswer,
      async ({ visible, now }, { body }) => {
        const settings = await usableSettings(visible, sealer)
        if (typeof settings === 'string') return { kind: 'refused', reason: settings }
        const addresses = samlAddresses(pagesUrl())
        const stateOf = (id: string) => samlRequests.stateOf(visible, id, now)
        return verifyAnswer({ settings, addresses, stateOf, now }, body.SAMLResponse)
      },
      async (context, _request, answer) => {
        const refuse = async (reason: string): Promise<BrowserStep> => {
          await refuseIdentity(context, { integration: 'saml', subject: MISCONFIGURED_PROVIDER }, reason)
          return { location: oidc.failures.pageFor(reason) }
        }
        if (answer.kind === 'refused') return refuse(answer.reason)
        const { request, assertion, claims, session } = answer
        const identity: ProvidedIdentity = {
          integration: 'saml',
          subject: session.nameID,
          account: session.nameIDFormat === PERSISTENT ? accountOf(answer) : undefined,
          ...identityOfClaims(claims),
          claims,
          providerSession: { integration: 'saml', ...session },
        }
        const verified = { request, identity }
        const code = await samlRequests.accept(
          context.everything,
          { request, assertion, verified },
          context.now,
        )
        return code === undefined ? refuse(TAKEN) : { location: `/auth/saml/complete?code=${code}` }
      },
    ),
    { reply: toRedirect({ baseUrl }, BROWSER_COOKIE) },
  )

const TOO_LATE = 'The sign-in took too long, or was completed before. Begin again.'

const OTHER_BROWSER = 'The answer came back to another browser than the one that began the sign-in.'

/** Signs a browser in with the answer that was verified for it. */
export const finishSamlSignIn = ({
  access,
  maxParallelSessions,
  samlRequests,
  oidc,
  baseUrl,
}: SamlServices) =>
  served(
    mutation<typeof contract.finishSamlSignIn, BrowserStep>(
      contract.finishSamlSignIn,
      async (context, { query: { code = '' }, headers }) => {
        const failed = (reason: string): BrowserStep => ({ location: oidc.failures.pageFor(reason) })
        const signIn = await samlRequests.pickUp(
          context.everything,
          code,
          browserSecretOf(headers.cookie),
          context.now,
        )
        if (signIn === 'unknown') return failed(TOO_LATE)
        if (signIn === 'other-browser') {
          await refuseIdentity(
            context,
            { integration: 'saml', subject: MISCONFIGURED_PROVIDER },
            OTHER_BROWSER,
          )
          return failed(OTHER_BROWSER)
        }
        const settings = await readSealedSettings(context.everything, 'saml')
        const { request, identity } = signIn
        const outcome = await signInWithIdentity(context, { access, maxParallelSessions }, identity, settings)
        if (outcome.kind === 'refused') return failed(outcome.reason)
        const { user, secret } = outcome.session
        context.onPublished(() => oidc.window.finishRequest(request, user.id))
        return { location: '/', session: secret }
      },
    ),
    { reply: toRedirect({ baseUrl }, BROWSER_COOKIE) },
  )

/** Describes this instance to identity providers. It needs no settings: they are made with what it says. */
export const getSamlMetadata = ({ sealer, pagesUrl }: SamlServices) =>
  served(
    query(contract.getSamlMetadata, async ({ visible }) =>
      metadataOf(await readSsoSettings(visible, sealer, 'saml'), pagesUrl()),
    ),
    {
      reply: (metadata) =>
        fileOf(metadata, { 'content-type': 'application/samlmetadata+xml; charset=utf-8' }),
    },
  )

/**
 * Ends sessions: without a message those of the caller, who goes on to the provider; with a signed request of the provider
 * those that it names. Its answer to our own request changes nothing: the session here ended before.
 */
export const endSamlSession = ({ sealer, pagesUrl, baseUrl }: SamlServices) =>
  served(
    mutation<typeof contract.endSamlSession, BrowserStep>(
      contract.endSamlSession,
      async (context, { query }) => {
        if (query.SAMLResponse !== undefined) return { location: SIGNED_OUT_PAGE }
        const settings = await readSsoSettings(context.everything, sealer, 'saml')
        const addresses = samlAddresses(pagesUrl())
        if (query.SAMLRequest !== undefined)
          return endRequestedSessions(context, { settings, addresses }, query.RelayState, (terms) =>
            verifyLogoutQuery(terms, query),
          )
        const session = await endOwnSessions(context)
        if (session === undefined && Object.values(query).some((value) => value !== undefined))
          throw badData('There is no message of the identity provider.', '/query/SAMLRequest')
        return { location: await signOutLocation(settings, addresses, session) }
      },
    ),
    { reply: toSignedOut({ baseUrl }, { 'cache-control': 'no-store' }) },
  )

/** Ends the sessions that a signed form of the provider names. Its answer to our own request changes nothing. */
export const endSamlSessionByForm = ({ sealer, pagesUrl, baseUrl }: SamlServices) =>
  served(
    mutation<typeof contract.endSamlSessionByForm, BrowserStep>(
      contract.endSamlSessionByForm,
      async (context, { body: { SAMLRequest, RelayState } }) => {
        if (SAMLRequest === undefined) return { location: SIGNED_OUT_PAGE }
        const settings = await readSsoSettings(context.everything, sealer, 'saml')
        return endRequestedSessions(
          context,
          { settings, addresses: samlAddresses(pagesUrl()) },
          RelayState,
          (terms) => verifyLogoutForm(terms, SAMLRequest),
        )
      },
    ),
    { reply: toRedirect({ baseUrl }, BROWSER_COOKIE) },
  )
