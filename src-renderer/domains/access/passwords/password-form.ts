import { problemsOfPassword } from '#shared/access/passwords/password-rule.ts'

export interface PasswordForm {
  password: string
  repeated: string
}

/** Checks that a new password can be sent: it is valid, and both entries match. */
export const isReady = ({ password, repeated }: PasswordForm): boolean =>
  password === repeated && problemsOfPassword(password).length === 0
