import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import type { Queries } from '#store/queries.ts'
import { readReleasesIn } from '#domains/flags/milestones/releases.read-model.ts'

/** Adds the release plans and safeguards of the exported flags (docs/contract/transfer.md#export-changes). */
export async function withReleases(
  queries: Queries,
  exported: ExportedFlags,
  environment: string,
): Promise<ExportedFlags> {
  const flags = exported.features.map(({ name, project }) => ({ name, project: project ?? '' }))
  const releases = await readReleasesIn(queries, flags, environment)
  if (releases.size === 0) return exported
  return {
    ...exported,
    featureEnvironments: (exported.featureEnvironments ?? []).map((one) => {
      const { releasePlans, safeguards } = releases.get(one.featureName) ?? {}
      return {
        ...one,
        ...(releasePlans ? { releasePlans: releasePlans.map((plan) => ({ ...plan })) } : {}),
        ...(safeguards ? { safeguards: safeguards.map((safeguard) => ({ ...safeguard })) } : {}),
      }
    }),
  }
}
