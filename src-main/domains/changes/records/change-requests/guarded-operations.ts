import type { OperationId } from '../../../../../src-shared/contract-engine/operation-ids/index.ts'
import type { ChangeAction } from '../../../../../src-shared/changes/schemas/requested-change.ts'

/** Parts of a request that the table reads. The operations in the table have them. */
export interface GuardedRequest {
  params: Record<string, unknown>
  body: unknown
}

interface Place {
  project: string
  environments: readonly string[]
}

/**
 * Operation that makes directly what a change request could (docs/contract/changes.md#guard), and the change
 * to request instead. `environment`: SKIP_CHANGE_REQUEST there allows it. `project`: it affects all
 * environments, and no permission to skip covers it (document: "Skip change requests ... Does not apply to
 * flag-level actions that affect all environments").
 */
export type GuardedOperation =
  | { scope: 'environment'; action: ChangeAction | null; placeOf: (request: GuardedRequest) => Place }
  | { scope: 'project'; action: ChangeAction | null; deed: string }
  /** A segment of a project is used in any of its environments. */
  | { scope: 'segment'; action: ChangeAction }
  /** Into another project. */
  | { scope: 'move' }

const inPath = ({ params }: GuardedRequest): Place => ({
  project: String(params['projectId']),
  environments: [String(params['environment'])],
})

const inEnvironment = (action: ChangeAction | null, placeOf = inPath): GuardedOperation => ({
  scope: 'environment',
  action,
  placeOf,
})

const onFlag = (action: ChangeAction | null, deed: string): GuardedOperation => ({
  scope: 'project',
  action,
  deed,
})

/** Returns the body of a request. Bodies that name their place have passed their schemas. */
const bodyOf = <T>({ body }: GuardedRequest) => body as T

/**
 * Operations that change requests guard. Imports are not included: an import creates the request itself if
 * one is needed.
 */
export const GUARDED_OPERATIONS: Readonly<Partial<Record<OperationId, GuardedOperation>>> = {
  toggleFeatureEnvironmentOn: inEnvironment('updateEnabled'),
  toggleFeatureEnvironmentOff: inEnvironment('updateEnabled'),
  bulkToggleFeaturesEnvironmentOn: inEnvironment('updateEnabled'),
  bulkToggleFeaturesEnvironmentOff: inEnvironment('updateEnabled'),
  addFeatureStrategy: inEnvironment('addStrategy'),
  updateFeatureStrategy: inEnvironment('updateStrategy'),
  patchFeatureStrategy: inEnvironment('updateStrategy'),
  deleteFeatureStrategy: inEnvironment('deleteStrategy'),
  setStrategySortOrder: inEnvironment('reorderStrategy'),
  updateFeatureStrategySegments: inEnvironment('updateStrategy', (request) => {
    const { projectId, environmentId } = bodyOf<{ projectId: string; environmentId: string }>(request)
    return { project: projectId, environments: [environmentId] }
  }),
  overwriteEnvironmentFeatureVariants: inEnvironment('patchVariant'),
  patchEnvironmentsFeatureVariants: inEnvironment('patchVariant'),
  overwriteFeatureVariantsOnEnvironments: inEnvironment('patchVariant', (request) => ({
    project: inPath(request).project,
    environments: bodyOf<{ environments: string[] }>(request).environments,
  })),
  addReleasePlan: inEnvironment('addReleasePlan'),
  deleteReleasePlan: inEnvironment('deleteReleasePlan'),
  startMilestone: inEnvironment('startMilestone'),
  updateMilestoneStrategy: inEnvironment('updateMilestoneStrategy'),
  changeMilestoneProgression: inEnvironment('changeMilestoneProgression'),
  deleteMilestoneProgression: inEnvironment('deleteMilestoneProgression'),
  resumeMilestoneProgressions: inEnvironment('resumeMilestoneProgression'),
  // the contract has no change that pauses; the flag can be disabled by a request instead
  pauseMilestoneProgressions: inEnvironment(null),
  changeReleasePlanSafeguard: inEnvironment('changeReleasePlanSafeguard'),
  deleteReleasePlanSafeguard: inEnvironment('deleteReleasePlanSafeguard'),
  changeFeatureEnvSafeguard: inEnvironment('changeFeatureEnvSafeguard'),
  deleteFeatureEnvSafeguard: inEnvironment('deleteFeatureEnvSafeguard'),
  archiveFeature: onFlag('archiveFeature', 'Archiving'),
  archiveFeatures: onFlag('archiveFeature', 'Archiving'),
  addFeatureDependency: onFlag('addDependency', 'Adding a dependency'),
  deleteFeatureDependency: onFlag('deleteDependency', 'Removing a dependency'),
  deleteFeatureDependencies: onFlag('deleteDependency', 'Removing dependencies'),
  cloneFeature: onFlag(null, 'Cloning'),
  changeProject: { scope: 'move' },
  updateSegment: { scope: 'segment', action: 'updateSegment' },
  removeSegment: { scope: 'segment', action: 'deleteSegment' },
}
