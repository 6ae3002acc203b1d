import type { z } from 'zod'

import type { MutationContext } from '#kernel/use-case.ts'
import {
  type PasswordSettings,
  SSO_INTEGRATIONS,
  type SsoIntegration,
} from '#shared/access/schemas/single-sign-on.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

import { readSealedSettings } from './sso-settings.ts'

type Settings = z.output<typeof PasswordSettings>

const SETTING = 'password-sign-in'

/** Reads whether people can sign in with a password. */
export async function readPasswordSettings(queries: Queries): Promise<{ disabled: boolean }> {
  return { disabled: (await readSetting<Settings>(queries, SETTING))?.disabled ?? false }
}

export async function writePasswordSettings(
  queries: Queries,
  settings: { disabled: boolean },
): Promise<void> {
  await writeSetting(queries, SETTING, settings)
}

/** Ways to sign in that are turned on. */
export type SignInMethods = Readonly<Record<SsoIntegration | 'password', boolean>>

/** Reads which ways to sign in are turned on. */
export async function readSignInMethods(queries: Queries): Promise<SignInMethods> {
  const isOn = async (integration: SsoIntegration) =>
    (await readSealedSettings(queries, integration)).enabled === true
  const [oidc, saml] = [await isOn('oidc'), await isOn('saml')]
  return { password: !(await readPasswordSettings(queries)).disabled, oidc, saml }
}

/** Lists the integrations that are turned on. */
export async function enabledIntegrations(queries: Queries): Promise<SsoIntegration[]> {
  const methods = await readSignInMethods(queries)
  return SSO_INTEGRATIONS.filter((integration) => methods[integration])
}

const name = 'password-sign-in'

/** Switches password sign-in on again, for whoever has the machine itself (`halyard serve --enable-passwords`). */
export async function enablePasswords({ everything, record }: MutationContext): Promise<void> {
  const before = await readPasswordSettings(everything)
  if (!before.disabled) return
  await writePasswordSettings(everything, { disabled: false })
  record({ type: 'auth-settings-updated', data: { name, disabled: false }, preData: { name, ...before } })
}
