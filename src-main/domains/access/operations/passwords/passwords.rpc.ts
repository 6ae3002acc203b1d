import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { changeMyPassword } from './change-my-password.ts'
import { changeUserPassword } from './change-user-password.ts'
import { resetUserPassword } from './reset-user-password.ts'

export const passwordsRpc = (pagesUrl: () => string) =>
  router({
    changeMine: mutationOf(changeMyPassword),
    changeOf: mutationOf(changeUserPassword),
    resetLink: mutationOf(resetUserPassword(pagesUrl)),
  })
