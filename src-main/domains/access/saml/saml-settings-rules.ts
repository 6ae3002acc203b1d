import { SECRET_MASK, type SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import { badData } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { groupFieldOf } from '../groups/group-field.ts'
import { defaultRootRoleOf } from '../single-sign-on/default-role-guard.ts'
import { checkedCertificates, checkedSigningKey } from './saml-certificates.ts'

/** Settings that a sign-in cannot do without. */
const NEEDED = ['entityId', 'signOnUrl', 'certificate'] as const

/**
 * Checks SAML settings. Certificates, keys, addresses and the path are checked even while turned off, so that nobody
 * finds the mistake at the first sign-in. Throws 400 that names the field.
 */
export async function requireValidSettings(queries: Queries, settings: SamlSettings): Promise<void> {
  const missing = settings.enabled ? NEEDED.find((name) => !settings[name]) : undefined
  if (missing !== undefined)
    throw badData(`SAML sign-in cannot be turned on without \`${missing}\`.`, `/body/${missing}`)
  requireUrl(settings.signOnUrl, '/body/signOnUrl')
  requireUrl(settings.signOutUrl, '/body/signOutUrl')
  if (settings.certificate) checkedCertificates(settings.certificate, '/body/certificate')
  const { spCertificate } = settings
  if (spCertificate && spCertificate !== SECRET_MASK) checkedSigningKey(spCertificate, '/body/spCertificate')
  await requireSyncableGroups(settings)
  if (settings.autoCreate && (await defaultRootRoleOf(queries, settings)) === undefined)
    throw badData('There is no such root role.', '/body/defaultRootRoleId')
}

function requireUrl(url: string | undefined, path: string): void {
  if (!url) return
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol !== 'https:' && protocol !== 'http:')
    throw badData('This is not a URL. It begins with https:// or http://.', path)
}

async function requireSyncableGroups({ enableGroupSyncing, groupJsonPath }: SamlSettings): Promise<void> {
  if (enableGroupSyncing && !groupJsonPath)
    throw badData('Group syncing needs the path of the groups.', '/body/groupJsonPath')
  const field = groupJsonPath ? await groupFieldOf(groupJsonPath) : undefined
  if (field && 'fault' in field) throw badData(field.fault, '/body/groupJsonPath')
}
