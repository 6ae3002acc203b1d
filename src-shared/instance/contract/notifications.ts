import { z } from 'zod'

import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { MarkNotificationsAsRead, Notification } from '../schemas/notification.ts'

const NOTIFICATIONS = '/api/admin/notifications'
const shared = {
  tag: 'Notifications',
  access: audienceOnly,
  plan: 'enterprise',
  lifecycle: { since: '4.19.0' },
} as const

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
