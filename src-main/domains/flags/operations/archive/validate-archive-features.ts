import { validateArchiveFeatures as validate } from '#shared/flags/contract/archive.ts'
import { query } from '#kernel/use-case.ts'
import { findBatch } from '../../records/features/find-batch.ts'
import { haveDependencies, orphaningParents } from '../../records/features/features.store.ts'

/**
 * Checks the effects of archiving: parents that would leave children behind, and dependencies that would be
 * deleted (recorded exchange flag-relations/archive-validate).
 */
export const validateArchiveFeatures = query(
  validate,
  async ({ queries }, { params: { projectId }, body }) => {
    const names = (await findBatch(queries, projectId, body.features)).map((flag) => flag.name)
    return {
      parentsWithChildFeatures: await orphaningParents(queries, names),
      hasDeletedDependencies: await haveDependencies(queries, names),
    }
  },
)
