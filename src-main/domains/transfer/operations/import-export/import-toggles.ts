import { importToggles as imported } from '#shared/transfer/contract/import-export.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { importFlags } from '../../records/import-export/import-flags.ts'
import {
  type RequestOfImport,
  mustRequest,
  requestAll,
  requireImportable,
} from '../../records/import-export/import-or-request.ts'

/**
 * Recorded exchanges transfer/*: all of it, or nothing. Where changes need approval and the caller cannot skip that, a
 * change request comes of it.
 */
export const importToggles = ({ access }: { access: AccessDirectory }) =>
  mutation<typeof imported, RequestOfImport>(imported, async (context, { body }) => {
    if (await mustRequest(context, body)) return requestAll(context, access, body, 'pending')
    const situation = await requireImportable(context, body, { isRequested: false })
    await importFlags(context, situation)
    return { changeRequest: null }
  })
