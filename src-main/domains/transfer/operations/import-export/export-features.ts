import { exportFeatures as exported } from '#shared/transfer/contract/import-export.ts'
import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import { mutation } from '#kernel/use-case.ts'
import { withReleases } from '../../records/import-export/export-releases.read-model.ts'
import { readExport } from '../../records/import-export/export-flags.read-model.ts'

/** Recorded exchanges transfer/*. */
export const exportFeatures = mutation<typeof exported, { flags: ExportedFlags; fileName: string | null }>(
  exported,
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
)
