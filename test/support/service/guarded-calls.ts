import { PROJECT, type Requests } from '../stages/change-requests.ts'
import { releaseCases, type GuardedRelease } from '../stages/release-cases.ts'
import { BUILT_IN, releasesOf, SAFEGUARD } from '../stages/releases.ts'
import { readSafeguardIds } from '../stages/safeguard-ids.ts'
import type { TestBackend } from './start-backend.ts'

/** Flag with a strategy and a release in production, and another that can be its parent. */
export interface GuardedFlag {
  flag: string
  parent: string
  strategy: string
  release: GuardedRelease
  /** Another flag with a plan, for the former paths. */
  former: { flag: string; planId: string }
}

export async function addGuardedFlag(
  app: TestBackend,
  requests: Requests,
  count: number,
): Promise<GuardedFlag> {
  const flag = await requests.addFlag(`flag-${count}`)
  const parent = await requests.addFlag(`parent-${count}`)
  const { id: strategy } = await requests.addStrategy(flag)
  const formerFlag = await requests.addFlag(`former-${count}`)
  const { id: planId } = await releasesOf(app).addPlan(formerFlag, BUILT_IN, 'production')
  return {
    flag,
    parent,
    strategy,
    release: await addRelease(app, flag),
    former: { flag: formerFlag, planId },
  }
}

/** Adds a plan to the flag in production, with its first milestone active, and safeguards. */
async function addRelease(app: TestBackend, flag: string): Promise<GuardedRelease> {
  const releases = releasesOf(app)
  const added = await releases.addPlan(flag, BUILT_IN, 'production')
  const at = releases.pathOf(flag, 'production')
  await app.call('POST', `${at}/release-plans/${added.id}/milestones/${added.milestones[0]?.id}/start`)
  for (const path of [`release-plans/${added.id}/safeguards`, 'safeguards'])
    await app.call('PUT', `${at}/${path}`, { body: SAFEGUARD })
  return {
    plan: await releases.planOf(flag, 'production'),
    ...(await readSafeguardIds(app, flag, 'production')),
  }
}

/** Request that changes a flag directly. */
export interface GuardedCall {
  id: string
  method: string
  path: string
  body?: unknown
}

/** Lists requests that change the flag in an environment, in an order in which each is possible. */
export const environmentCases = (
  { flag, parent, strategy, release, former }: GuardedFlag,
  environment: string,
): GuardedCall[] => {
  const at = `${PROJECT}/features/${flag}/environments/${environment}`
  const bulk = `${PROJECT}/bulk_features/environments/${environment}`
  const oldPlans = `${PROJECT}/features/${former.flag}/environments/${environment}/release_plans`
  const features = [flag]
  return [
    { id: 'toggleFeatureEnvironmentOn', method: 'POST', path: `${at}/on` },
    { id: 'toggleFeatureEnvironmentOff', method: 'POST', path: `${at}/off` },
    { id: 'bulkToggleFeaturesEnvironmentOn', method: 'POST', path: `${bulk}/on`, body: { features } },
    { id: 'bulkToggleFeaturesEnvironmentOff', method: 'POST', path: `${bulk}/off`, body: { features } },
    { id: 'addFeatureStrategy', method: 'POST', path: `${at}/strategies`, body: { name: 'default' } },
    {
      id: 'updateFeatureStrategy',
      method: 'PUT',
      path: `${at}/strategies/${strategy}`,
      body: { name: 'default' },
    },
    { id: 'patchFeatureStrategy', method: 'PATCH', path: `${at}/strategies/${strategy}`, body: [] },
    {
      id: 'setStrategySortOrder',
      method: 'POST',
      path: `${at}/strategies/set-sort-order`,
      body: [{ id: strategy, sortOrder: 1 }],
    },
    {
      id: 'updateFeatureStrategySegments',
      method: 'POST',
      path: '/api/admin/segments/strategies',
      body: { projectId: 'default', environmentId: environment, strategyId: strategy, segmentIds: [] },
    },
    { id: 'overwriteEnvironmentFeatureVariants', method: 'PUT', path: `${at}/variants`, body: [] },
    { id: 'patchEnvironmentsFeatureVariants', method: 'PATCH', path: `${at}/variants`, body: [] },
    {
      id: 'overwriteFeatureVariantsOnEnvironments',
      method: 'PUT',
      path: `${PROJECT}/features/${flag}/variants-batch`,
      body: { environments: [environment], variants: [] },
    },
    ...releaseCases(at, release),
    // a flag has one plan: use another flag
    {
      id: 'addReleasePlan',
      method: 'POST',
      path: `${PROJECT}/features/${parent}/environments/${environment}/release-plans`,
      body: { templateId: BUILT_IN },
    },
    { id: 'oldRemoveReleasePlan', method: 'DELETE', path: `${oldPlans}/${former.planId}` },
    { id: 'oldAddReleasePlan', method: 'POST', path: oldPlans, body: { templateId: BUILT_IN } },
    { id: 'deleteFeatureStrategy', method: 'DELETE', path: `${at}/strategies/${strategy}` },
    {
      id: 'setOverride',
      method: 'PUT',
      path: `${at.replace('/admin/', '/halyard/')}/overrides/everybody`,
      body: { enabled: true },
    },
    {
      id: 'removeOverride',
      method: 'DELETE',
      path: `${at.replace('/admin/', '/halyard/')}/overrides/everybody`,
    },
    {
      id: 'scheduleFeatureEnvironment',
      method: 'POST',
      path: `${at.replace('/admin/', '/halyard/')}/schedule`,
      body: { enabled: true, scheduledAt: '2100-01-01T00:00:00.000Z' },
    },
  ]
}

/** Lists requests that change the flag in all environments, with their names in errors. */
export const flagCases = ({ flag, parent }: GuardedFlag): (GuardedCall & { deed: string })[] => {
  const at = `${PROJECT}/features/${flag}`
  return [
    {
      id: 'addFeatureDependency',
      deed: 'Adding a dependency',
      method: 'POST',
      path: `${at}/dependencies`,
      body: { feature: parent },
    },
    {
      id: 'deleteFeatureDependency',
      deed: 'Removing a dependency',
      method: 'DELETE',
      path: `${at}/dependencies/${parent}`,
    },
    {
      id: 'deleteFeatureDependencies',
      deed: 'Removing dependencies',
      method: 'DELETE',
      path: `${PROJECT}/features/${parent}/dependencies`,
    },
    { id: 'cloneFeature', deed: 'Cloning', method: 'POST', path: `${at}/clone`, body: { name: `${flag}-2` } },
    { id: 'archiveFeature', deed: 'Archiving', method: 'DELETE', path: at },
    {
      id: 'archiveFeatures',
      deed: 'Archiving',
      method: 'POST',
      path: `${PROJECT}/archive`,
      body: { features: [flag] },
    },
  ]
}
