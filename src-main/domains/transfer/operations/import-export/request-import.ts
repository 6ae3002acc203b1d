import { requestImport as requested } from '#shared/transfer/contract/import-export.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { requestAll } from '../../records/import-export/import-or-request.ts'

/** Makes a change request of an import, also for callers who could import without. */
export const requestImport = ({ access }: { access: AccessDirectory }) =>
  mutation(requested, async (context, { params: { projectId: project, environment }, body }) => {
    const { data, changeRequest } = body
    return requestAll(context, access, { project, environment, data }, changeRequest ?? 'new')
  })
