import { z } from 'zod'

import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { ALL } from '#shared/schemas/bounded.ts'
import { Instant } from '#shared/schemas/scalars.ts'

const NOTIFICATIONS = '/api/admin/notifications'
const shared = {
  tag: 'Notifications',
  access: audienceOnly,
  plan: 'enterprise',
  lifecycle: { since: '4.19.0' },
} as const

const NOTIFICATION_TYPES = ['change-request', 'toggle'] as const

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

const MarkNotificationsAsRead = z
  .object({ notifications: z.array(z.int().min(0)).max(ALL) })
  .meta({ id: 'markNotificationsAsReadSchema' })

export const getNotifications = operation({
  ...shared,
  operationId: 'getNotifications',
  method: 'GET',
  path: NOTIFICATIONS,
  summary: 'Lists the latest notifications of the caller, newest first',
  responses: { 200: z.array(Notification).meta({ id: 'notificationsSchema' }) },
})

export const markNotificationsAsRead = operation({
  ...shared,
  operationId: 'markNotificationsAsRead',
  method: 'POST',
  path: `${NOTIFICATIONS}/read`,
  summary: 'Marks notifications of the caller as read; others are left alone',
  body: MarkNotificationsAsRead,
  responses: { 200: null },
})
