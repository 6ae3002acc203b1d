import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { ALL } from '../../schemas/bounded.ts'

export const NOTIFICATION_TYPES = ['change-request', 'toggle'] as const

/** Notification of the user who asks (docs/contract/instance.md#notifications). */
export const Notification = z.object({
  id: z.int(),
  message: z.string(),
  /** Path of the page that it is about. */
  link: z.string(),
  notificationType: z.enum(NOTIFICATION_TYPES),
  createdBy: z.object({ username: z.string().nullable(), imageUrl: z.string().nullable() }),
  createdAt: Instant,
  readAt: Instant.nullable(),
})
export type Notification = z.output<typeof Notification>

export const MarkNotificationsAsRead = z
  .object({ notifications: z.array(z.int().min(0)).max(ALL) })
  .meta({ id: 'markNotificationsAsReadSchema' })
