import type { InstanceSettings } from '#shared/instance/schemas/settings.ts'

/** Values of settings by key, as text. Null: not in the file. */
export type SettingTexts = Readonly<Record<string, string | null>>

/** Service of the settings that this process was started with. */
export interface SettingsServices {
  settingsFile: {
    /** Lists every setting, without secrets; for the window, with the ways to enter those that only it may change. */
    describe: (isWindow: boolean) => InstanceSettings
    /** Checks a change. Throws an AppError that names the field at fault. */
    check: (change: SettingTexts, isWindow: boolean) => void
    /** A change without its secrets, for the event log. */
    withoutSecrets: (change: SettingTexts) => SettingTexts
    /** Checks that the settings file can be replaced. Throws the system's error if not. */
    requireReplaceable: () => void
    /** Changes the settings file. Throws the system's error if it cannot be written. */
    change: (change: SettingTexts, at: Date) => void
  }
}
