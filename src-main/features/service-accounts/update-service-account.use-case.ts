import { updateServiceAccount as operation } from '../../../src-shared/contract/service-accounts.ts'
import { mutation } from '../../kernel/use-case.ts'
import { requireRootRole, setRootRole, type AccessDirectory } from '../access/index.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/index.ts'
import { toEventData, toServiceAccount } from './service-account.ts'
import { renameServiceAccount, requireServiceAccount } from './service-accounts.store.ts'

/** Sets the name, the root role, or both; what is left out stays (docs/contract/access.md#service-accounts). */
export const updateServiceAccount = (access: AccessDirectory, directory: PersonalTokenDirectory) =>
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
    return toServiceAccount(after, directory)
  })
