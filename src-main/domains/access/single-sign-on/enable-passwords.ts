import type { MutationContext } from '#kernel/use-case.ts'
import { readPasswordSettings, writePasswordSettings } from './password-settings.ts'

const name = 'password-sign-in'

/** Switches password sign-in on again, for whoever has the machine itself (`halyard serve --enable-passwords`). */
export async function enablePasswords({ queries, record }: MutationContext): Promise<void> {
  const before = await readPasswordSettings(queries)
  if (!before.disabled) return
  await writePasswordSettings(queries, { disabled: false })
  record({ type: 'auth-settings-updated', data: { name, disabled: false }, preData: { name, ...before } })
}
