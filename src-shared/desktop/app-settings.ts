import { z } from 'zod'

/** Events that the desktop can notify of, each of which can be turned off. */
export const NOTICE_KINDS = ['changeRequests', 'failedActions', 'failedDeliveries'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const ON_CLOSE = ['ask', 'serve', 'quit'] as const

/** Settings of the app on this computer, whatever instance a window shows. */
export const AppSettings = z.strictObject({
  notices: z.strictObject({
    changeRequests: z.boolean(),
    failedActions: z.boolean(),
    failedDeliveries: z.boolean(),
  }),
  /** Answer to the question whether to keep serving when the last window closes. */
  onClose: z.enum(ON_CLOSE),
})
export type AppSettings = z.infer<typeof AppSettings>

/** Change of the settings. Absent settings stay as they are. */
export const AppSettingsChange = AppSettings.partial()
export type AppSettingsChange = z.infer<typeof AppSettingsChange>
