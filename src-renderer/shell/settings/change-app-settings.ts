import type { AppSettingsChange } from '#shared/desktop/app-settings.ts'
import { attempt } from '#lib/attempt.ts'
import { desktopApi } from '#lib/desktop-api.ts'
import { keys, queryClient } from '#lib/queries.ts'

/** Changes settings of the app at once, and shows those that it has then. */
export async function changeAppSettings(change: AppSettingsChange): Promise<void> {
  await attempt("Couldn't change the settings", async () => {
    queryClient.setQueryData(keys.appSettings, await desktopApi().changeSettings.mutate(change))
  })
}
