import { deleteServiceAccount as operation } from '#shared/access/contract/service-accounts.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { disableActionSets } from '#domains/signals/records/actions/set-enabled.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { toEventData } from '../../records/service-accounts/service-account.ts'
import {
  deleteServiceAccountRow,
  requireServiceAccount,
} from '../../records/service-accounts/service-accounts.store.ts'

/** Deletes a service account: its tokens are refused from the reply on. It never counts as the last Admin.
 * Action sets that it acts for are turned off. */
export const deleteServiceAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(operation, async (context, { params: { id } }) => {
    const account = await requireServiceAccount(context.queries, id)
    await disableActionSets(context, { actorId: id })
    await deleteServiceAccountRow(context.queries, id)
    context.record({ type: 'service-account-deleted', preData: toEventData(account) })
    access.refreshAfter(context)
    context.onCommit(() => personalTokens.removeOf(id))
  })
