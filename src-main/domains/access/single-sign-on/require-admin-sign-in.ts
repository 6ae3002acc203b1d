import type { SsoIntegration } from '#shared/access/schemas/single-sign-on.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import { isAdminAmong } from '../access/access.store.ts'
import { enabledIntegrations, readPasswordSettings } from './password-settings.ts'
import { readSuccessfulUsers } from './sign-ins.store.ts'

const settingOf = (integration: SsoIntegration) => `single-sign-on.${integration}.connected`

/**
 * Notes that the connection to a provider changed: sign-ins from before no longer prove that it works. The id of the
 * newest entry of the login history marks the time, as clocks can be set back.
 */
export async function noteConnectionChange(queries: Queries, integration: SsoIntegration): Promise<void> {
  const row = await queries
    .selectFrom('sign_ins')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirst()
  await writeSetting(queries, settingOf(integration), { after: Number(row?.newest ?? 0) })
}

/**
 * Checks that an Admin can still sign in. Call it inside the transaction, after the change. With passwords turned off,
 * an Admin must have signed in with an enabled integration since its connection was last changed: settings that nobody
 * has used prove nothing. Throws InvalidOperationError, which rolls the change back.
 */
export async function requireAdminSignIn(queries: Queries): Promise<void> {
  if (!(await readPasswordSettings(queries)).disabled) return
  for (const integration of await enabledIntegrations(queries)) {
    const connected = await readSetting<{ after: number }>(queries, settingOf(integration))
    const users = await readSuccessfulUsers(queries, integration, connected?.after ?? 0)
    if (await isAdminAmong(queries, users)) return
  }
  throw new AppError(
    'InvalidOperationError',
    'This could lock everybody out. While password sign-in is off, an Admin must have signed in with single sign-on as it ' +
      'is set up now. Sign in with it as an Admin first, or leave password sign-in on.',
  )
}
