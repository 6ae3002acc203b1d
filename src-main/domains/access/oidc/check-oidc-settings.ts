import { SECRET_MASK, type OidcSettings } from '#shared/access/schemas/single-sign-on.ts'
import { badData } from '#kernel/app-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { groupFieldOf } from '../groups/group-field.ts'
import { defaultRootRoleOf } from '../single-sign-on/default-role-guard.ts'
import { isSafeProviderUrl } from './oidc-provider.ts'

/** Settings that a sign-in cannot do without. */
const NEEDED = ['discoverUrl', 'clientId', 'secret'] as const

/** Checks OpenID Connect settings against the stored ones. Throws 400 that names the field. */
export async function checkOidcSettings(
  { everything }: Pick<QueryContext, 'everything'>,
  settings: OidcSettings,
  stored: OidcSettings,
): Promise<void> {
  const missing = settings.enabled ? NEEDED.find((name) => !settings[name]) : undefined
  if (missing !== undefined)
    throw badData(`OpenID Connect cannot be turned on without \`${missing}\`.`, `/body/${missing}`)
  if (settings.discoverUrl !== undefined && !isSafeProviderUrl(settings.discoverUrl))
    throw badData(
      'The discover URL must begin with https://, as a secret is sent there. http:// is for this machine only.',
      '/body/discoverUrl',
    )
  requireOwnSecret(settings, stored)
  const { enableGroupSyncing, groupJsonPath } = settings
  if (enableGroupSyncing && !groupJsonPath)
    throw badData('Group syncing needs the path of the groups.', '/body/groupJsonPath')
  const field = groupJsonPath ? await groupFieldOf(groupJsonPath) : undefined
  if (field && 'fault' in field) throw badData(field.fault, '/body/groupJsonPath')
  if ((await defaultRootRoleOf(everything, settings)) === undefined)
    throw badData('There is no such root role.', '/body/defaultRootRoleId')
}

/**
 * Throws 400 for a provider that the address policy refuses, rather than at its first use. Settings that are turned off and name
 * the provider as before can be saved.
 */
export async function requireCallableProvider(
  outbound: Outbound,
  { enabled, discoverUrl }: OidcSettings,
  stored: OidcSettings,
): Promise<void> {
  if (!discoverUrl || (!enabled && discoverUrl === stored.discoverUrl)) return
  const problem = await outbound.refusalOf(discoverUrl)
  if (problem !== undefined) throw badData(`The discover URL ${problem}`, '/body/discoverUrl')
}

/** A stored secret is sent to the provider alone that it was entered for. */
function requireOwnSecret(settings: OidcSettings, stored: OidcSettings): void {
  if (settings.secret !== SECRET_MASK) return
  if (!stored.secret) throw badData('There is no stored secret. Enter it.', '/body/secret')
  if (originOf(settings.discoverUrl) !== originOf(stored.discoverUrl))
    throw badData('The provider has another address now. Enter the secret again.', '/body/secret')
}

const originOf = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
