import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { RateLimiter } from '../../../../kernel/rate-limiter.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { changeMyPassword } from './change-my-password.ts'
import { changePassword } from './change-password.ts'
import { changeUserPassword } from './change-user-password.ts'
import { resetUserPassword } from './reset-user-password.ts'
import { sendResetPasswordEmail } from './send-reset-password-email.ts'
import { validatePassword } from './validate-password.ts'
import { validateToken } from './validate-token.ts'
import { validateUserPassword } from './validate-user-password.ts'

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
