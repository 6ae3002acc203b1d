import { deleteServiceAccount as operation } from '../../../src-shared/contract/service-accounts.ts'
import { mutation } from '../../kernel/use-case.ts'
import type { AccessDirectory } from '../access/index.ts'
import { disableActionSets } from '../actions/index.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/index.ts'
import { toEventData } from './service-account.ts'
import { deleteServiceAccountRow, requireServiceAccount } from './service-accounts.store.ts'

/** Deletes a service account: its tokens are refused from the reply on. It never counts as the last Admin.
 * Action sets that it acts for are turned off. */
export const deleteServiceAccount = (access: AccessDirectory, directory: PersonalTokenDirectory) =>
  mutation(operation, async (context, { params: { id } }) => {
    const account = await requireServiceAccount(context.queries, id)
    await disableActionSets(context, { actorId: id })
    await deleteServiceAccountRow(context.queries, id)
    context.record({ type: 'service-account-deleted', preData: toEventData(account) })
    access.refreshAfter(context)
    context.onCommit(() => directory.removeOf(id))
  })
