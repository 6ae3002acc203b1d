import {
  exportFeatures as exported,
  importToggles as imported,
  validateImport as validate,
} from '../../../src-shared/contract/import-export.ts'
import { refusalMessage } from '../../../src-shared/access/index.ts'
import { detail } from '../../../src-shared/errors/error-table.ts'
import type { ExportedFlags } from '../../../src-shared/schemas/import-export.ts'
import { AppError, badData } from '../../kernel/app-error.ts'
import { mutation, query, type MutationContext } from '../../kernel/use-case.ts'
import { readExport } from './export-flags.read-model.ts'
import { findProblems, missingPermissions, requireNoErrors } from './find-problems.ts'
import { importFlags } from './import-flags.ts'
import { readSituation, type ImportSituation } from './import-situation.ts'

const NO_ADMIN_TOKEN =
  "You can't use an admin token to import features. Please use either a personal access token (https://docs.getunleash.io/concepts/api-tokens-and-client-keys#personal-access-tokens) or a service account (https://docs.getunleash.io/concepts/service-accounts)."

/** Recorded exchanges transfer/*. */
export const exportFeatures = mutation<typeof exported, { flags: ExportedFlags; fileName: string | null }>(
  exported,
  async (context, { body }) => {
    const flags = await readExport(context.visible, body)
    context.record({
      type: 'features-exported',
      environment: body.environment,
      data: { features: flags.features.map((flag) => flag.name) },
    })
    const name = body.environment.replace(/[^\w.-]/g, '_')
    return { flags, fileName: body.downloadFile ? `flags-${name}.json` : null }
  },
)

/** Recorded exchange transfer/validate-import. */
export const validateImport = query(validate, async (context, { body }) =>
  findProblems(context, await readSituation(context, body)),
)

/** Recorded exchanges transfer/*: all of it, or nothing. */
export const importToggles = mutation(imported, async (context, { body }) => {
  if (context.caller.actor.kind === 'admin-token') throw badData(NO_ADMIN_TOKEN)
  const situation = await readSituation(context, body)
  requirePermissions(context, situation)
  requireNoErrors(context, situation)
  await importFlags(context, situation)
})

function requirePermissions(context: MutationContext, situation: ImportSituation): void {
  const missing = missingPermissions(context, situation)
  if (missing.length === 0) return
  const { project, environment } = situation.input
  const message = refusalMessage({ anyOf: missing, project, environment })
  throw new AppError('PermissionError', message, {
    details: [detail(message)],
    extra: { permissions: missing },
  })
}
