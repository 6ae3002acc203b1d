import { changeUserPassword, resetUserPassword } from '#shared/access/contract/passwords.ts'
import { deleteUser } from '#shared/access/contract/users.ts'
import { need } from '#lib/rights.svelte.ts'

/** Dialog of a user (UserDialogs.svelte). */
export type UserDialog = 'edit' | 'password' | 'link' | 'delete'

/** Makes the menu of a user: what is less often done than editing. */
export function userEntries(isSelf: boolean, open: (dialog: UserDialog) => void) {
  return [
    { label: 'Create reset link', onchoose: () => open('link'), needs: need(resetUserPassword) },
    { label: 'Set a password', onchoose: () => open('password'), needs: need(changeUserPassword) },
    {
      label: 'Delete',
      onchoose: () => open('delete'),
      needs: need(deleteUser),
      why: isSelf ? 'You cannot delete yourself.' : undefined,
    },
  ]
}
