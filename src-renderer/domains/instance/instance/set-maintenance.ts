import { api } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'

/** Turns maintenance mode on or off, and says so. */
export async function setMaintenance(enabled: boolean): Promise<void> {
  await attempt(
    enabled ? "Couldn't turn on maintenance mode" : "Couldn't turn off maintenance mode",
    () => api.toggleMaintenance.mutate({ body: { enabled } }),
    enabled ? 'Maintenance mode is on' : 'Maintenance mode is off. Changes are accepted again.',
  )
}
