import { receiveSamlAnswer as operation } from '#shared/access/contract/saml.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import {
  MISCONFIGURED_PROVIDER,
  type BrowserStep,
  type SamlServices,
} from '../../records/saml/saml-services.ts'
import { samlAddresses, usableSettings } from '../../records/saml/saml-terms.ts'
import { verifyAnswer, type RefusedAnswer, type VerifiedAnswer } from '../../records/saml/verify-answer.ts'
import { identityOfClaims } from '../../records/single-sign-on/identity-of-claims.ts'
import type { ProviderAccount } from '../../records/single-sign-on/provider-identities.store.ts'
import { refuseIdentity, type ProvidedIdentity } from '../../records/single-sign-on/sign-in-with-identity.ts'

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
export const receiveSamlAnswer = ({ sealer, samlRequests, pagesUrl, oidc }: SamlServices) =>
  preparedMutation<typeof operation, VerifiedAnswer | RefusedAnswer, BrowserStep>(
    operation,
    async ({ queries, now }, { body }) => {
      const settings = await usableSettings(queries, sealer)
      if (typeof settings === 'string') return { kind: 'refused', reason: settings }
      const addresses = samlAddresses(pagesUrl())
      const stateOf = (id: string) => samlRequests.stateOf(queries, id, now)
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
      const code = await samlRequests.accept(context.queries, { request, assertion, verified }, context.now)
      return code === undefined ? refuse(TAKEN) : { location: `/auth/saml/complete?code=${code}` }
    },
  )
