import { getApplicationEnvironmentInstances as instances } from '#shared/clients/contract/applications.ts'
import { query } from '#kernel/use-case.ts'
import { readInstances } from '../../records/applications/instances.read-model.ts'

const DAY = 24 * 60 * 60 * 1000

/** Instances that reported in the last 24 hours (recorded exchange metrics/instances). */
export const getApplicationEnvironmentInstances = query(
  instances,
  async ({ queries, now }, { params: { appName, environment } }) => {
    const from = new Date(now.getTime() - DAY).toISOString()
    const there = (await readInstances(queries, appName)).filter(
      (one) => one.environment === environment && one.lastSeen >= from,
    )
    return {
      instances: there.map(({ instanceId, clientIp, sdkVersion, lastSeen }) => ({
        instanceId,
        clientIp,
        sdkVersion,
        lastSeen,
      })),
    }
  },
)
