import { compositeKey } from '#shared/composite-key.ts'
import { getInstalledSdks as sdks } from '#shared/versions/contract/upgrade-report.ts'
import type { InstalledSdk } from '#shared/versions/schemas/upgrade-report.ts'
import { readSdk } from '#shared/versions/rules/index.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import { countSdks } from '#domains/clients/records/applications/instances.read-model.ts'

/** The SDKs that applications registered with, for the planner of upgrades: each version once. */
export const getInstalledSdks = query(sdks, async ({ queries }) => {
  const found = new Map<string, Omit<InstalledSdk, 'applications'> & { applications: Set<string> }>()
  await inSteps(await countSdks(queries), ({ appName, sdkVersion, instances }) => {
    const sdk = readSdk(sdkVersion)
    if (!sdk) return
    const key = compositeKey(sdk.name, sdk.version)
    const known = found.get(key) ?? { ...sdk, applications: new Set(), instances: 0 }
    known.instances += Number(instances)
    known.applications.add(appName)
    found.set(key, known)
  })
  const inOrder = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, sdk]) => sdk)
  return { sdks: inOrder.map((sdk) => ({ ...sdk, applications: [...sdk.applications].sort() })) }
})
