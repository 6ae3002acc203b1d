import { getApplicationOverview as operation } from '#shared/clients/contract/applications.ts'
import type { ApplicationOverview } from '#shared/clients/schemas/application.ts'
import { query } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import { readStrategyTypes } from '#domains/flags/records/strategy-types/strategy-types.store.ts'
import { findApplication } from '../../records/applications/applications.store.ts'
import {
  readInstances,
  readSeenFlags,
  type Instance,
} from '../../records/applications/instances.read-model.ts'
import { isOutdated } from '../../records/applications/outdated-sdks.ts'

/**
 * An application per environment, with the projects of the flags that it has reported, and the flags and strategies that are not
 * there (recorded exchanges metrics/application-overview and metrics/application-overview-unknown).
 */
export const getApplicationOverview = query(operation, async ({ queries }, { params: { appName } }) => {
  const application = await findApplication(queries, appName)
  const seen = await readSeenFlags(queries, appName)
  const instances = await readInstances(queries, appName)
  const kinds = new Set((await readStrategyTypes(queries)).map((kind) => kind.name))
  const instancesOf = groupRows(instances, (one) => one.environment)
  const unknownOf = groupRows(
    seen.filter(({ project }) => project === null),
    (flag) => flag.environment,
  )
  return {
    projects: [...new Set(seen.flatMap(({ project }) => project ?? []))].sort(),
    featureCount: new Set(seen.map((flag) => flag.name)).size,
    environments: [...instancesOf.keys()].sort().map((name) =>
      toEnvironment(
        name,
        instancesOf.get(name) ?? [],
        (unknownOf.get(name) ?? []).map((flag) => flag.name),
      ),
    ),
    issues: { missingStrategies: (application?.strategies ?? []).filter((name) => !kinds.has(name)) },
  }
})

function toEnvironment(
  name: string,
  instances: readonly Instance[],
  missing: readonly string[],
): ApplicationOverview['environments'][number] {
  const sdksOf = (some: readonly Instance[]) =>
    [...new Set(some.flatMap((one) => one.sdkVersion ?? []))].sort()
  return {
    name,
    instanceCount: instances.length,
    sdks: sdksOf(instances),
    frontendSdks: sdksOf(instances.filter((one) => one.sdkType === 'frontend')),
    backendSdks: sdksOf(instances.filter((one) => one.sdkType === 'backend')),
    lastSeen: instances.reduce((last, one) => (one.lastSeen > last ? one.lastSeen : last), ''),
    issues: { missingFeatures: [...missing].sort(), outdatedSdks: sdksOf(instances.filter(isOutdated)) },
  }
}
