import { z } from 'zod'
import { Content, Line } from '../../schemas/bounded.ts'

/** Kinds of single sign-on that an instance can be connected to. */
export const SSO_INTEGRATIONS = ['oidc', 'saml'] as const
export type SsoIntegration = (typeof SSO_INTEGRATIONS)[number]

/** Stands for a stored secret in answers. Sent back, it keeps the secret. */
export const SECRET_MASK = '*****'

/** Settings that both integrations have, with the published names. */
const common = {
  autoCreate: z.boolean(),
  emailDomains: Line,
  defaultRootRole: z.enum(['Viewer', 'Editor', 'Admin']),
  defaultRootRoleId: z.int(),
  enableGroupSyncing: z.boolean(),
  groupJsonPath: Line,
}

/** OpenID Connect settings (docs/contract/access.md#single-sign-on). */
export const OidcSettings = z
  .object({
    enabled: z.boolean(),
    discoverUrl: z.url({ protocol: /^https?$/ }).max(2_000),
    clientId: Line,
    secret: Line,
    enableSingleSignOut: z.boolean(),
    acrValues: Line,
    idTokenSigningAlgorithm: z.enum(['RS256', 'RS384', 'RS512']),
    addGroupsScope: z.boolean(),
    enablePkce: z.boolean(),
    ...common,
  })
  .partial()
  .meta({ id: 'oidcSettingsSchema' })
export type OidcSettings = z.output<typeof OidcSettings>

/** SAML 2.0 settings (docs/contract/access.md#single-sign-on). */
export const SamlSettings = z
  .object({
    enabled: z.boolean(),
    entityId: Line,
    signOnUrl: Line,
    certificate: Content,
    signOutUrl: Line,
    spCertificate: Content,
    ...common,
  })
  .partial()
  .meta({ id: 'samlSettingsSchema' })
export type SamlSettings = z.output<typeof SamlSettings>

/** Settings by integration. */
export interface SsoSettings {
  oidc: OidcSettings
  saml: SamlSettings
}

/** Settings that are common to both integrations. */
export type CommonSsoSettings = Pick<OidcSettings, keyof typeof common | 'enabled'>

/** Password sign-in settings. */
export const PasswordSettings = z
  .object({ disabled: z.boolean().optional() })
  .meta({ id: 'passwordAuthSchema' })

/** Ways to sign in, for the page of somebody who is not signed in. */
export const SignInOptions = z
  .object({
    password: z.boolean(),
    oidc: z.boolean(),
    saml: z.boolean(),
    /** Integration that the caller signed in with, if its session ends too when the caller signs out. */
    singleSignOut: z.array(z.enum(SSO_INTEGRATIONS)),
    /** Reason of the failed sign-in that the query names. */
    failure: z.string().optional(),
  })
  .meta({ id: 'signInOptionsSchema' })
export type SignInOptions = z.output<typeof SignInOptions>
