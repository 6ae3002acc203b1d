import type { AppSettings, AppSettingsChange, UpdateFinding } from '#shared/desktop/app-settings.ts'

/** Acts of the app itself, as far as pages may ask for them. */
export interface AppActs {
  readonly settings: AppSettings
  change(change: AppSettingsChange): AppSettings
  /** Opens a file in the person's editor. */
  openInEditor(file: string, line: number): Promise<void>
  /** Lets the person choose a folder of this computer. Null: none was chosen. */
  chooseFolder(): Promise<string | null>
  /** Looks for a newer version. Rejects with what is wrong. */
  checkForUpdates(): Promise<UpdateFinding>
}
