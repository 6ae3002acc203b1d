import type { Operation } from '../../src-shared/contract/index.ts'

/** By operation, the least that passes the schema of its body; not listed: an empty object does. */
const BODIES: Record<string, unknown> = {
  simulateAccess: { userId: 1, permission: 'ADMIN' },
  whoCan: { permission: 'ADMIN' },
  previewAccess: { kind: 'user', userId: 1, rootRole: 1 },
  createFeature: { name: 'x' },
  addFeatureStrategy: { name: 'default' },
  createApiToken: { tokenName: 'x', type: 'backend' },
  updateApiToken: { expiresAt: '2099-01-01T00:00:00.000Z' },
  patchFeature: [],
  cloneFeature: { name: 'x' },
  staleFeatures: { features: [], stale: true },
  createContextField: { name: 'y' },
  validateContextFieldName: { name: 'y' },
  updateContextFieldLegalValue: { value: 'y' },
  createSegment: { name: 'y', constraints: [] },
  updateSegment: { name: 'y', constraints: [] },
  updateFeatureStrategySegments: { projectId: 'x', environmentId: 'x', strategyId: 'x', segmentIds: [] },
  archiveFeatures: { features: [] },
  validateArchiveFeatures: { features: [] },
  reviveFeatures: { features: [] },
  deleteFeatures: { features: [] },
  bulkToggleFeaturesEnvironmentOn: { features: [] },
  bulkToggleFeaturesEnvironmentOff: { features: [] },
  patchFeatureStrategy: [],
  changeProject: { newProjectId: 'x' },
  overwriteEnvironmentFeatureVariants: [],
  patchEnvironmentsFeatureVariants: [],
  createStrategy: { name: 'y', parameters: [] },
  updateStrategy: { parameters: [] },
  addDefaultStrategyToProjectEnvironment: { name: 'default' },
  createContextFieldForProject: { name: 'y' },
  validateContextFieldNameForProject: { name: 'y' },
  updateContextFieldLegalValueForProject: { value: 'y' },
  createTagType: { name: 'yy' },
  validateTagType: { name: 'yy' },
  addTag: { type: 'simple', value: 'yy' },
  updateTags: { addedTags: [], removedTags: [] },
  addTagToFeatures: { features: [], tags: { addedTags: [], removedTags: [] } },
  addFeatureDependency: { feature: 'x' },
  createFeatureLink: { url: 'x.org' },
  updateFeatureLink: { url: 'x.org' },
  complete: { status: 'kept' },
  updateFeatureTypeLifetime: { lifetimeDays: null },
  setStrategySortOrder: [],
}

/** A body that is right: what is refused must be the caller. */
export function minimalBody({ operationId }: Pick<Operation, 'operationId'>): unknown {
  return BODIES[operationId] ?? {}
}
