import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import type { EmailVariables } from './emails.store.ts'

/** Texts of an e-mail, as mustache templates. `{{link}}` is the target of the button. */
export interface EmailTexts {
  subject: string
  paragraphs: readonly string[]
  /** Words of the button; absent: there is none. */
  action?: string
  /** Values for previews. */
  example: EmailVariables
}

const PAGES = 'https://flags.example.com'
const REQUEST = {
  name: 'Ada Lovelace',
  by: 'grace',
  title: 'Roll out the new checkout',
  project: 'default',
  environment: 'production',
  link: `${PAGES}/projects/default/change-requests/7`,
}

/** Texts of all e-mails. The layout adds the greeting before them and the reason for the e-mail below. */
export const EMAIL_TEXTS: Readonly<Record<EmailTemplate, EmailTexts>> = {
  'getting-started': {
    subject: 'You have been invited to Halyard',
    paragraphs: [
      'An account has been created for you. Choose a password to sign in.',
      'The link can be used once, within a day. After that, ask an Admin for another one.',
    ],
    action: 'Choose a password',
    example: { name: 'Ada Lovelace', link: `${PAGES}/new-user?token=example` },
  },
  'reset-password': {
    subject: 'Reset your password',
    paragraphs: [
      'A link to choose a new password was requested for your account. Your current password works until then.',
      'The link can be used once, within a day. If you did not expect this e-mail, ignore it.',
    ],
    action: 'Choose a new password',
    example: { name: 'Ada Lovelace', link: `${PAGES}/reset-password?token=example` },
  },
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed by {{by}}, and all its sessions were ended.',
      'If that was not you and you did not expect it, tell an Admin at once.',
    ],
    action: 'Open Halyard',
    example: { name: 'Ada Lovelace', by: 'ada', link: PAGES },
  },
  'requested-cr-approval': {
    subject: '{{by}} asks you to review {{title}}',
    paragraphs: ['{{by}} asks you to review “{{title}}” in {{environment}} of the project {{project}}.'],
    action: 'Review the change request',
    example: REQUEST,
  },
  'scheduled-change-conflict': {
    subject: 'The schedule of {{title}} is suspended',
    paragraphs: [
      '“{{title}}” in {{environment}} of the project {{project}} will not be applied as scheduled: {{reason}}',
      'Reject the change request, or resolve the conflict and schedule it again.',
    ],
    action: 'Open the change request',
    example: { ...REQUEST, reason: 'The flag checkout has been archived.' },
  },
  'scheduled-execution-failed': {
    subject: '{{title}} could not be applied as scheduled',
    paragraphs: [
      '“{{title}}” in {{environment}} of the project {{project}} could not be applied: {{reason}}',
      'It stays scheduled until somebody schedules, applies or rejects it.',
    ],
    action: 'Open the change request',
    example: { ...REQUEST, reason: 'The strategy was deleted meanwhile.' },
  },
  'productivity-report': {
    subject: 'Your flags in the week of {{week}}',
    paragraphs: [
      'There are {{flags}} flags. In the last seven days {{created}} were created and {{archived}} archived.',
      '{{stale}} flags are stale or potentially stale. Archive them once their code is gone.',
      'Private projects are not counted. To end this e-mail, unsubscribe in your profile.',
    ],
    action: 'Open Halyard',
    example: {
      name: 'Ada Lovelace',
      week: '16 November 2026',
      flags: '128',
      created: '9',
      archived: '4',
      stale: '17',
      link: PAGES,
    },
  },
  'test-message': {
    subject: 'Test message from Halyard',
    paragraphs: ['{{by}} sent this message to test the e-mail settings. They work.'],
    action: 'Open Halyard',
    example: { name: 'Ada Lovelace', by: 'ada', link: PAGES },
  },
}
