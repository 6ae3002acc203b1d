import { updateServiceAccount as operation } from '#shared/access/contract/service-accounts.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireRootRole } from '../../records/access/root-roles.store.ts'
import { setRootRole } from '../../records/access/access.store.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { toEventData, toServiceAccount } from '../../records/service-accounts/service-account.ts'
import {
  renameServiceAccount,
  requireServiceAccount,
} from '../../records/service-accounts/service-accounts.store.ts'

/** Sets the name, the root role, or both; what is left out stays (docs/contract/access.md#service-accounts). */
export const updateServiceAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(operation, async (context, { params: { id }, body: { name, rootRole } }) => {
    const { queries } = context
    const before = await requireServiceAccount(queries, id)
    if (name !== undefined) await renameServiceAccount(queries, id, name)
    if (rootRole !== undefined) {
      await requireRootRole(queries, rootRole)
      await setRootRole(queries, id, rootRole, context.now.toISOString())
    }
    const after = await requireServiceAccount(queries, id)
    context.record({
      type: 'service-account-updated',
      data: toEventData(after),
      preData: toEventData(before),
    })
    access.refreshAfter(context)
    return toServiceAccount(after, personalTokens)
  })
