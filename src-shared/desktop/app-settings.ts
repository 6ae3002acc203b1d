import { z } from 'zod'

import { EDITOR_IDS } from './editors.ts'

/** Events that the desktop can notify of, each of which can be turned off. */
export const NOTICE_KINDS = ['changeRequests', 'failedActions', 'failedDeliveries'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const ON_CLOSE = ['ask', 'serve', 'quit'] as const

/** Ways to open at login: not at all, serving behind the tray icon, or with a window. */
export const LOGIN_STARTS = ['no', 'background', 'window'] as const
export type LoginStartChoice = (typeof LOGIN_STARTS)[number]

/** Address of the file that names the newest version; empty: none, and nothing is ever asked. */
const VersionUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    error: 'must be empty or begin with https:// or http://',
  })

/** Settings of the app on this computer, whatever instance a window shows. */
export const AppSettings = z.strictObject({
  notices: z.strictObject({
    changeRequests: z.boolean(),
    failedActions: z.boolean(),
    failedDeliveries: z.boolean(),
  }),
  /** Answer to the question whether to keep serving when the last window closes. */
  onClose: z.enum(ON_CLOSE),
  openAtLogin: z.enum(LOGIN_STARTS),
  /** Editor that opens code. */
  editor: z.enum(EDITOR_IDS),
  updates: z.strictObject({
    url: VersionUrl,
    /** Check once a day. Off unless the person turns it on. */
    isOn: z.boolean(),
  }),
})
export type AppSettings = z.infer<typeof AppSettings>

/** Change of the settings. Absent settings stay as they are, and so do absent kinds of notifications. */
export const AppSettingsChange = AppSettings.partial().extend({
  notices: AppSettings.shape.notices.partial().optional(),
})
export type AppSettingsChange = z.infer<typeof AppSettingsChange>

/** Result of a check for a newer version. Nothing is downloaded. */
export interface UpdateFinding {
  current: string
  newest: string
  isNewer: boolean
  /** Page about the newest version. */
  page: string | null
}
