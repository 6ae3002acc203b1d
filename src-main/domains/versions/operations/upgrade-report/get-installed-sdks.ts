import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import { getInstalledSdks as sdks } from '../../../../../src-shared/versions/contract/upgrade-report.ts'
import type { InstalledSdk } from '../../../../../src-shared/versions/schemas/upgrade-report.ts'
import { readSdk } from '../../../../../src-shared/versions/rules/index.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readInstances } from '../../../clients/records/applications/instances.read-model.ts'

/** The SDKs that applications registered with, for the planner of upgrades: each version once. */
export const getInstalledSdks = query(sdks, async ({ queries }) => {
  const found = new Map<string, InstalledSdk>()
  for (const { sdkVersion, appName } of await readInstances(queries)) {
    const sdk = sdkVersion === null ? undefined : readSdk(sdkVersion)
    if (!sdk) continue
    const key = compositeKey(sdk.name, sdk.version)
    const known = found.get(key) ?? { ...sdk, applications: [], instances: 0 }
    known.instances++
    if (!known.applications.includes(appName)) known.applications.push(appName)
    found.set(key, known)
  }
  const inOrder = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, sdk]) => sdk)
  return { sdks: inOrder.map((sdk) => ({ ...sdk, applications: sdk.applications.sort() })) }
})
