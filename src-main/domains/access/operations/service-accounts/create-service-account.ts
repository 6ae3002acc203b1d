import { createServiceAccount as operation } from '#shared/access/contract/service-accounts.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireRootRole } from '../../records/access/root-roles.store.ts'
import { setRootRole } from '../../records/access/access.store.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { insertUser, isLoginTaken } from '../../records/users/users.store.ts'
import { toEventData, toServiceAccount } from '../../records/service-accounts/service-account.ts'
import { requireServiceAccount } from '../../records/service-accounts/service-accounts.store.ts'

/**
 * Creates a service account: it has no password, and can do nothing until it has a token
 * (docs/contract/access.md#service-accounts).
 */
export const createServiceAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(operation, async (context, { body: { name, username, rootRole } }) => {
    const { queries } = context
    // must not equal the e-mail address of a user, since both are accepted at sign-in
    if (await isLoginTaken(queries, username))
      throw new AppError(
        'NameExistsError',
        `There already exists a user or service account named ${username}`,
      )
    await requireRootRole(queries, rootRole)
    const at = context.now.toISOString()
    const { id } = await insertUser(queries, { name, username, createdAt: at, kind: 'service-account' })
    await setRootRole(queries, id, rootRole, at)
    const account = await requireServiceAccount(queries, id)
    context.record({ type: 'service-account-created', data: toEventData(account) })
    access.refreshAfter(context)
    return toServiceAccount(account, personalTokens)
  })
