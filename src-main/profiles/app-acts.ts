import type { AppSettings, AppSettingsChange, UpdateFinding } from '../../src-shared/desktop/app-settings.ts'

/** Acts of the app itself, as far as pages may ask for them. */
export interface AppActs {
  readonly settings: AppSettings
  change(change: AppSettingsChange): AppSettings
  /** Looks for a newer version. Rejects with what is wrong. */
  checkForUpdates(): Promise<UpdateFinding>
}
