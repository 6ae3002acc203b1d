import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { RateLimiter } from '../../../../kernel/rate-limiter.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { changeMyPassword } from './change-my-password.use-case.ts'
import { changePassword } from './change-password.use-case.ts'
import { changeUserPassword } from './change-user-password.use-case.ts'
import { resetUserPassword } from './reset-user-password.use-case.ts'
import { sendResetPasswordEmail } from './send-reset-password-email.use-case.ts'
import { validatePassword, validateToken, validateUserPassword } from './validate-password.use-case.ts'

export const passwordsHttp = (
  access: AccessDirectory,
  pagesUrl: () => string,
  limiter: RateLimiter,
): Binding[] => [
  bind(validateToken(access)),
  bind(changePassword),
  bind(validatePassword),
  bind(sendResetPasswordEmail(limiter)),
  bind(resetUserPassword(pagesUrl)),
  bind(validateUserPassword),
  bind(changeUserPassword),
  bind(changeMyPassword),
]
