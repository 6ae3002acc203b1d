import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { mutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/transfer/contract/import-export.ts'
import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import { readExport, withReleases } from '../import-export/export-flags.read-model.ts'
import { findProblems } from '../import-export/find-problems.ts'
import { importFlags } from '../import-export/import-flags.ts'
import {
  mustRequest,
  requestAll,
  requireImportable,
  type RequestOfImport,
} from '../import-export/import-or-request.ts'
import { readSituation } from '../import-export/import-situation.ts'

/** Recorded exchanges transfer/*. */
export const exportFeatures = served(
  mutation<typeof contract.exportFeatures, { flags: ExportedFlags; fileName: string | null }>(
    contract.exportFeatures,
    async (context, { body }) => {
      const flags = await withReleases(
        context.visible,
        await readExport(context.visible, body),
        body.environment,
      )
      context.record({
        type: 'features-exported',
        environment: body.environment,
        data: { features: flags.features.map((flag) => flag.name) },
      })
      const name = body.environment.replace(/[^\w.-]/g, '_')
      return { flags, fileName: body.downloadFile ? `flags-${name}.json` : null }
    },
  ),
  {
    reply: ({ flags, fileName }) => ({
      status: 200,
      body: flags,
      ...(fileName === null
        ? {}
        : { headers: { 'content-disposition': `attachment; filename="${fileName}"` } }),
    }),
  },
)

/** Recorded exchange transfer/validate-import. */
export const validateImport = query(contract.validateImport, async (context, { body }) => {
  const situation = await readSituation(context, body)
  return findProblems(context, { ...situation, isRequested: await mustRequest(context, body) })
})

/**
 * Recorded exchanges transfer/*: all of it, or nothing. Where changes need approval and the caller cannot skip that, a
 * change request comes of it.
 */
export const importToggles = ({ access }: { access: AccessDirectory }) =>
  mutation<typeof contract.importToggles, RequestOfImport>(
    contract.importToggles,
    async (context, { body }) => {
      if (await mustRequest(context, body)) return requestAll(context, access, body, 'pending')
      const situation = await requireImportable(context, body, { isRequested: false })
      await importFlags(context, situation)
      return { changeRequest: null }
    },
  )

/** Makes a change request of an import, also for callers who could import without. */
export const requestImport = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.requestImport, async (context, { params: { projectId: project, environment }, body }) => {
    const { data, changeRequest } = body
    return requestAll(context, access, { project, environment, data }, changeRequest ?? 'new')
  })
