import { z } from 'zod'

import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import {
  EmailPreview,
  EmailSettings,
  EmailTest,
  OutgoingEmails,
  SendTestEmail,
  SetEmailSettings,
} from '../schemas/email.ts'
import { PathPart } from '../../schemas/bounded.ts'

const EMAIL = '/api/admin/email'

/** Halyard’s own, except for the preview, which the original serves without publishing it. */
const shared = { tag: 'E-mail', access: needs('ADMIN'), everywhere: true } as const

export const getEmailSettings = operation({
  ...shared,
  operationId: 'getEmailSettings',
  method: 'GET',
  path: `${EMAIL}/settings`,
  summary: 'Returns the e-mail settings, without the password, and the state of the outbox',
  responses: { 200: EmailSettings },
})

export const setEmailSettings = operation({
  ...shared,
  operationId: 'setEmailSettings',
  method: 'PUT',
  path: `${EMAIL}/settings`,
  summary: 'Replaces the e-mail settings',
  description:
    'Refused where variables or the settings file set them. A new host, port or user name, or less TLS, needs the ' +
    'password again. The host must not be in a private network unless `integrationHosts` names it.',
  body: SetEmailSettings,
  responses: { 200: EmailSettings },
})

export const getOutgoingEmails = operation({
  ...shared,
  operationId: 'getOutgoingEmails',
  method: 'GET',
  path: `${EMAIL}/messages`,
  summary: 'Lists the latest 100 e-mails of the outbox, newest first, without their texts',
  responses: { 200: OutgoingEmails },
})

export const sendTestEmail = operation({
  ...shared,
  operationId: 'sendTestEmail',
  method: 'POST',
  path: `${EMAIL}/test`,
  summary: 'Sends a test message at once and returns the conversation with the mail server',
  body: SendTestEmail,
  responses: { 200: EmailTest },
  errors: [429],
})

export const getEmailPreview = operation({
  ...shared,
  operationId: 'getEmailPreview',
  method: 'GET',
  path: `${EMAIL}/preview/:format/:template`,
  summary: 'Shows an e-mail with example data, as HTML or as text',
  params: z.object({ format: PathPart, template: PathPart }),
  responses: { 200: EmailPreview },
  errors: [404],
})
