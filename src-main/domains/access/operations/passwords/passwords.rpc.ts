import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { changeMyPassword } from './change-my-password.use-case.ts'
import { changeUserPassword } from './change-user-password.use-case.ts'
import { resetUserPassword } from './reset-user-password.use-case.ts'

export const passwordsRpc = (pagesUrl: () => string) =>
  router({
    changeMine: mutationOf(changeMyPassword),
    changeOf: mutationOf(changeUserPassword),
    resetLink: mutationOf(resetUserPassword(pagesUrl)),
  })
