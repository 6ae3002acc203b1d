import { SECRET_MASK, type SsoIntegration, type SsoSettings } from '#shared/access/schemas/single-sign-on.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

/** Settings that are stored encrypted and never answered. */
const SECRETS: { readonly [I in SsoIntegration]: readonly (keyof SsoSettings[I] & string)[] } = {
  oidc: ['secret'],
  saml: ['spCertificate'],
}

const idOf = (integration: SsoIntegration) => `single-sign-on.${integration}`
const purposeOf = (integration: SsoIntegration, name: string) => `${idOf(integration)}.${name}`

/** Reads the settings of an integration as they are stored: secrets sealed. Empty if it was never set up. */
export async function readSealedSettings<I extends SsoIntegration>(
  queries: Queries,
  integration: I,
): Promise<SsoSettings[I]> {
  return (await readSetting<SsoSettings[I]>(queries, idOf(integration))) ?? {}
}

/** Reads the settings of an integration with its secrets. Throws UnreadableSecret if a secret cannot be decrypted. */
export async function readSsoSettings<I extends SsoIntegration>(
  queries: Queries,
  sealer: Sealer,
  integration: I,
): Promise<SsoSettings[I]> {
  const stored = await readSealedSettings(queries, integration)
  return withSecrets(integration, stored, (name, sealed) => sealer.open(sealed, purposeOf(integration, name)))
}

/** Reads the settings of an integration for an answer: a mask in place of each secret. */
export async function readMaskedSettings<I extends SsoIntegration>(
  queries: Queries,
  integration: I,
): Promise<SsoSettings[I]> {
  return withSecrets(integration, await readSealedSettings(queries, integration), () => SECRET_MASK)
}

/**
 * Completes what was sent: a body with nothing but the switch, or nothing at all, keeps all other settings
 * (docs/contract/access.md#sso-switch). Any other body is the whole of the settings.
 */
export const completedSettings = <S extends { enabled?: boolean | undefined }>(sent: S, before: S): S =>
  Object.keys(sent).every((name) => name === 'enabled') ? { ...before, ...sent } : sent

/** Replaces the settings of an integration. A masked secret keeps the stored one; the others are encrypted. */
export async function writeSsoSettings<I extends SsoIntegration>(
  queries: Queries,
  sealer: Sealer,
  integration: I,
  settings: SsoSettings[I],
): Promise<void> {
  const before = (await readSealedSettings(queries, integration)) as Readonly<Record<string, unknown>>
  const sealed = withSecrets(integration, settings, (name, secret) => {
    if (secret !== SECRET_MASK) return sealer.seal(secret, purposeOf(integration, name))
    const kept = ownValue(before, name)
    return typeof kept === 'string' ? kept : undefined
  })
  await writeSetting(queries, idOf(integration), sealed)
}

/** Replaces each secret that is there; undefined leaves it out. */
function withSecrets<S extends object>(
  integration: SsoIntegration,
  settings: S,
  replace: (name: string, value: string) => string | undefined,
): S {
  const secrets: readonly string[] = SECRETS[integration]
  const entries = Object.entries(settings).map(([name, value]) => [
    name,
    secrets.includes(name) && typeof value === 'string' && value !== ''
      ? replace(name, value)
      : (value as unknown),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as S
}
