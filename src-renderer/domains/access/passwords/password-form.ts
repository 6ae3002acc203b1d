import { problemsOfPassword } from '../../../../src-shared/access/passwords/index.ts'

export interface PasswordForm {
  password: string
  repeated: string
}

/** Whether a new password can be sent: good, and typed twice alike. */
export const isReady = ({ password, repeated }: PasswordForm): boolean =>
  password === repeated && problemsOfPassword(password).length === 0
