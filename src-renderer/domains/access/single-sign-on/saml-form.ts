import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'

/** Settings as the form edits them. */
export interface SamlForm {
  enabled: boolean
  entityId: string
  signOnUrl: string
  certificate: string
  signOutUrl: string
  spCertificate: string
  autoCreate: boolean
  role: string
  emailDomains: string
  enableGroupSyncing: boolean
  groupJsonPath: string
}

const VIEWER = 3

/** Fills the form with stored settings. */
export function toSamlForm(settings: SamlSettings): SamlForm {
  const named = PREDEFINED_ROLES.find(({ name }) => name === settings.defaultRootRole)?.id
  return {
    enabled: settings.enabled ?? false,
    entityId: settings.entityId ?? '',
    signOnUrl: settings.signOnUrl ?? '',
    certificate: settings.certificate ?? '',
    signOutUrl: settings.signOutUrl ?? '',
    spCertificate: settings.spCertificate ?? '',
    autoCreate: settings.autoCreate ?? false,
    role: String(settings.defaultRootRoleId ?? named ?? VIEWER),
    emailDomains: settings.emailDomains ?? '',
    enableGroupSyncing: settings.enableGroupSyncing ?? false,
    groupJsonPath: settings.groupJsonPath ?? '',
  }
}

/** Makes the settings to send. */
export function toSamlSettings({ role, entityId, signOnUrl, signOutUrl, ...rest }: SamlForm): SamlSettings {
  return {
    ...rest,
    entityId: entityId.trim(),
    signOnUrl: signOnUrl.trim(),
    signOutUrl: signOutUrl.trim(),
    defaultRootRoleId: Number(role),
  }
}

/** Names what is missing before sign-in can be turned on; undefined: nothing. */
export function missingInSaml({ enabled, entityId, signOnUrl, certificate }: SamlForm): string | undefined {
  if (!enabled) return undefined
  const missing = [
    ...(entityId.trim() === '' ? ['an entity ID'] : []),
    ...(signOnUrl.trim() === '' ? ['a sign-on URL'] : []),
    ...(certificate.trim() === '' ? ['a certificate'] : []),
  ]
  return missing.length === 0 ? undefined : `To turn it on, enter ${missing.join(' and ')}.`
}
