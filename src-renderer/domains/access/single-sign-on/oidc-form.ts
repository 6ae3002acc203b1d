import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import type { OidcSettings } from '#shared/access/schemas/single-sign-on.ts'

/** Algorithm that the provider signs ID tokens with. */
export type Algorithm = NonNullable<OidcSettings['idTokenSigningAlgorithm']>

/** Settings as the form edits them. */
export interface OidcForm {
  enabled: boolean
  discoverUrl: string
  clientId: string
  secret: string
  enablePkce: boolean
  enableSingleSignOut: boolean
  acrValues: string
  algorithm: Algorithm
  autoCreate: boolean
  role: string
  emailDomains: string
  enableGroupSyncing: boolean
  groupJsonPath: string
  addGroupsScope: boolean
}

const VIEWER = 3

/** Fills the form with stored settings. */
export function toForm(settings: OidcSettings): OidcForm {
  const named = PREDEFINED_ROLES.find(({ name }) => name === settings.defaultRootRole)?.id
  return {
    enabled: settings.enabled ?? false,
    discoverUrl: settings.discoverUrl ?? '',
    clientId: settings.clientId ?? '',
    secret: settings.secret ?? '',
    enablePkce: settings.enablePkce ?? true,
    enableSingleSignOut: settings.enableSingleSignOut ?? false,
    acrValues: settings.acrValues ?? '',
    algorithm: settings.idTokenSigningAlgorithm ?? 'RS256',
    autoCreate: settings.autoCreate ?? false,
    role: String(settings.defaultRootRoleId ?? named ?? VIEWER),
    emailDomains: settings.emailDomains ?? '',
    enableGroupSyncing: settings.enableGroupSyncing ?? false,
    groupJsonPath: settings.groupJsonPath ?? '',
    addGroupsScope: settings.addGroupsScope ?? false,
  }
}

/** Makes the settings to send. An empty discover URL is left out: it would be no URL. */
export function toSettings({ discoverUrl, algorithm, role, ...rest }: OidcForm): OidcSettings {
  return {
    ...rest,
    ...(discoverUrl.trim() === '' ? {} : { discoverUrl: discoverUrl.trim() }),
    clientId: rest.clientId.trim(),
    idTokenSigningAlgorithm: algorithm,
    defaultRootRoleId: Number(role),
  }
}

/** Names what is missing before sign-in can be turned on; undefined: nothing. */
export function missingIn({ enabled, discoverUrl, clientId, secret }: OidcForm): string | undefined {
  if (!enabled) return undefined
  const missing = [
    ...(discoverUrl.trim() === '' ? ['a discover URL'] : []),
    ...(clientId.trim() === '' ? ['a client ID'] : []),
    ...(secret === '' ? ['a client secret'] : []),
  ]
  return missing.length === 0 ? undefined : `To turn it on, enter ${missing.join(' and ')}.`
}
