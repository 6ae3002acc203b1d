import { z } from 'zod'

/** Protection of a profile. on: its windows only read until somebody allows changes; production: the same, with a mark. */
export const SAFE_MODES = ['off', 'on', 'production'] as const
export type SafeMode = (typeof SAFE_MODES)[number]

/** Pause after which a profile is read-only again, where its owner sets no other. */
export const USUAL_IDLE_MINUTES = 15
const MAX_IDLE_MINUTES = 1440

/** Settings of the protection. */
export const SafeModeSettings = z.strictObject({
  safeMode: z.enum(SAFE_MODES),
  /** Minutes without a change or an input after which it is read-only again. 0: never. */
  idleMinutes: z.int().min(0).max(MAX_IDLE_MINUTES),
})
export type SafeModeSettings = z.infer<typeof SafeModeSettings>

/** Protection of a profile, as it is now. */
export interface SafeModeState extends SafeModeSettings {
  /** False: its windows only read. */
  allowsChanges: boolean
  /** Time at which it becomes read-only without further activity, in milliseconds; null: it does not. */
  readOnlyAt: number | null
}

/** The protection that profiles have unless somebody chooses another, by their kind. */
export const USUAL_SAFE_MODE = { local: 'off', remote: 'off', original: 'on' } as const satisfies Record<
  string,
  SafeMode
>

/** Explains why nothing is changed at the instance of a profile. */
export const readOnlyRefusal = (name: string): string =>
  `${name} is read-only: its safe mode is on. Choose “Allow changes” on top of its window.`
