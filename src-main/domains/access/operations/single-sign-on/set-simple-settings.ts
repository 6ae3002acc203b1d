import { setSimpleSettings as operation } from '#shared/access/contract/password-settings.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  readPasswordSettings,
  writePasswordSettings,
} from '../../records/single-sign-on/password-settings.ts'
import { requireAdminSignIn } from '../../records/single-sign-on/require-admin-sign-in.ts'

const name = 'password-sign-in'

/** Switches password sign-in on or off, unless that would lock everybody out. Missing means on. */
export const setSimpleSettings = mutation(operation, async ({ queries, record }, { body }) => {
  const before = await readPasswordSettings(queries)
  const settings = { disabled: body.disabled ?? false }
  if (settings.disabled === before.disabled) return settings
  await writePasswordSettings(queries, settings)
  await requireAdminSignIn(queries)
  record({ type: 'auth-settings-updated', data: { name, ...settings }, preData: { name, ...before } })
  return settings
})
