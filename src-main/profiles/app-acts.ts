import type { AppSettings, AppSettingsChange } from '../../src-shared/desktop/app-settings.ts'

/** Acts of the app itself, as far as pages may ask for them. */
export interface AppActs {
  readonly settings: AppSettings
  change(change: AppSettingsChange): AppSettings
}
