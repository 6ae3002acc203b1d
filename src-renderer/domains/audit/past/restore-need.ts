import { updateGroup } from '#shared/access/contract/groups.ts'
import { updateRole } from '#shared/access/contract/roles.ts'
import type { Path } from '#shared/audit/undo/index.ts'
import { updateContextField } from '#shared/flags/contract/context.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { updateFeatureTypeLifetime } from '#shared/flags/contract/feature-types.ts'
import { updateFeature } from '#shared/flags/contract/features.ts'
import { updateSegment } from '#shared/flags/contract/segments.ts'
import { updateFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { updateStrategy } from '#shared/flags/contract/strategy-types.ts'
import { updateTagType } from '#shared/flags/contract/tags.ts'
import { overwriteEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'
import { updateExpectation } from '#shared/insight/contract/expectations.ts'
import { updateEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { setProjectAccess } from '#shared/projects/contract/project-access.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { need } from '#lib/rights.svelte.ts'
import type { DeclaredOperation, Need } from '#ui/surroundings.ts'

const OF_KIND: Readonly<Record<string, DeclaredOperation>> = {
  flag: updateFeature,
  segment: updateSegment,
  role: updateRole,
  group: updateGroup,
  project: updateProject,
  environment: updateEnvironment,
  'context-field': updateContextField,
  'tag-type': updateTagType,
  tag: addTag,
  'strategy-type': updateStrategy,
  'strategy-type-deprecated': updateStrategy,
  'feature-type': updateFeatureTypeLifetime,
  expectation: updateExpectation,
}
/** Parts of a flag in an environment. */
const OF_ENVIRONMENT: Readonly<Record<string, DeclaredOperation>> = {
  enabled: toggleFeatureEnvironmentOn,
  strategy: updateFeatureStrategy,
  variants: overwriteEnvironmentFeatureVariants,
}

/** Restoring from the view of the whole instance, which spans all projects, is for Admins. */
export const RESTORE_ANYTHING: Need = need(updateGroup)

/**
 * Finds the operation that restoring a part comes down to, in any place: a part does not say its project. The preview
 * checks the operations that are really used. A kind that is not listed is for Admins, as groups are.
 */
export function restoreNeed([kind = '', , part, , inEnvironment = '']: Path): Need {
  const operation =
    kind === 'flag' && part === 'env'
      ? (OF_ENVIRONMENT[inEnvironment] ?? updateFeatureStrategy)
      : kind === 'project' && part === 'access'
        ? setProjectAccess
        : (OF_KIND[kind] ?? updateGroup)
  return need(operation)
}
