/** Templates of e-mails, by the names of the original where it has them. */
export const EMAIL_TEMPLATES = [
  'getting-started',
  'reset-password',
  'password-changed',
  'requested-cr-approval',
  'scheduled-change-conflict',
  'scheduled-execution-failed',
  'productivity-report',
  'test-message',
] as const
export type EmailTemplate = (typeof EMAIL_TEMPLATES)[number]

/** Purpose of each template, for lists. */
export const TEMPLATE_TITLES: Readonly<Record<EmailTemplate, string>> = {
  'getting-started': 'Invitation of a new user',
  'reset-password': 'Password reset link',
  'password-changed': 'Password changed',
  'requested-cr-approval': 'Change request waits for a review',
  'scheduled-change-conflict': 'Scheduled change request suspended',
  'scheduled-execution-failed': 'Scheduled change request failed',
  'productivity-report': 'Productivity report',
  'test-message': 'Test message',
}
