import { getFeatureCode as operation } from '#shared/clients/contract/code-references.ts'
import { query } from '#kernel/use-case.ts'
import { requireFeature } from '#domains/flags/records/features/features.store.ts'
import { readCodeFolders } from '../../records/code-references/code-folders.store.ts'
import type { CodeServices } from '../../records/code-references/code-services.ts'
import { describeScan } from '../../records/code-references/describe-project-code.ts'
import { shownFolders } from '../../records/code-references/shown-folders.ts'

export const getFeatureCode = ({ codeScans, lineAuthors }: CodeServices) =>
  query(operation, async (context, { params: { projectId, featureName } }) => {
    const { queries } = context
    await requireFeature(queries, projectId, featureName)
    const folders = await readCodeFolders(queries, projectId)
    const scan = codeScans.latest(projectId, folders)
    const shown = shownFolders(context, projectId, folders)
    const places = scan ? await lineAuthors.placesOf(scan, featureName) : []
    return {
      hasFolders: folders.length > 0,
      scan: scan ? describeScan(scan) : null,
      total: scan?.references.filter(({ flag }) => flag === featureName).length ?? 0,
      places: places.map((place) => ({ ...place, folder: shown(place.folder) })),
    }
  })
