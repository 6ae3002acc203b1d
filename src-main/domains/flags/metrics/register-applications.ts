import type { RegisterApplication } from '#shared/clients/schemas/client.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { bytesOfRow, reporterOf, type ReportAllowance } from '#runtime/report-allowance.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { toJson } from '#store/json.ts'
import {
  findKnownApplications,
  saveApplications,
  saveInstances,
  saveUsage,
  type ConnectedVia,
  type ApplicationUsage,
  type Instance,
  type SdkType,
} from './metrics.store.ts'

export interface Registration {
  application: RegisterApplication
  environment: string
  /** Projects of its token. */
  projects: readonly string[]
  sdkType: SdkType
  /** Headers in which the SDK identifies itself. */
  headers: { 'unleash-connection-id'?: string | undefined; 'unleash-sdk'?: string | undefined }
  /** Proxies that it came through, the one next to the SDK first; absent: none. */
  connectVia?: readonly ConnectedVia[]
}

/**
 * Registers starts of SDKs: their applications and these instances of them, in a few statements, however many
 * (docs/contract/clients.md#registration-and-metrics). What is beyond the allowance of the reporter is left out. Returns the
 * registrations that are kept.
 */
export async function registerApplications(
  context: MutationContext,
  sent: readonly Registration[],
  allowance: ReportAllowance,
): Promise<Registration[]> {
  const { everything, now, caller } = context
  const at = now.toISOString()
  const reporter = reporterOf(caller.actor)
  const known = await findKnownApplications(everything, [...new Set(sent.map(nameOf))])
  const created = new Map<string, Registration>()
  const registrations = sent.filter((one) => {
    const { appName, strategies } = one.application
    if (known.has(appName) || created.has(appName)) return true
    const isNew = allowance.admitsOnce(
      reporter,
      'application',
      appName,
      bytesOfRow(appName, toJson(strategies)),
    )
    if (isNew) created.set(appName, one)
    return isNew
  })
  await saveApplications(
    everything,
    registrations.map(({ application }) => application),
    at,
  )
  const isAdmitted = (row: ApplicationUsage | Instance, ...key: string[]) =>
    allowance.admitsOnce(reporter, 'instance', compositeKey(...key), bytesOfRow(toJson(row)))
  await saveUsage(
    everything,
    registrations
      .flatMap((one) =>
        one.projects.map((project) => ({ app_name: nameOf(one), project, environment: one.environment })),
      )
      .filter((row) => isAdmitted(row, 'usage', row.app_name, row.project, row.environment)),
  )
  const instances = registrations
    .map((one) => ({ one, row: instanceOf(one, caller.ip) }))
    .filter(({ row }) => isAdmitted(row, row.appName, row.environment, row.instanceId))
  await saveInstances(
    everything,
    instances.map(({ row }) => row),
    at,
  )
  // the author is the token, so the event is visible to those who see all projects of the token
  const isToken = caller.actor.kind === 'backend-token' || caller.actor.kind === 'frontend-token'
  for (const [name, { projects }] of created)
    context.record({ type: 'application-created', data: { name, ...(isToken ? { projects } : {}) } })
  return instances.map(({ one }) => one)
}

const nameOf = ({ application }: Registration) => application.appName

/** A chain of mirrors is short. */
const MAX_VIA = 10

function instanceOf(
  { application, environment, sdkType, headers, connectVia = [] }: Registration,
  clientIp: string | undefined,
): Instance {
  return {
    appName: application.appName,
    instanceId: application.instanceId ?? 'default',
    environment,
    connectionId: headers['unleash-connection-id'] ?? application.connectionId ?? null,
    sdkVersion: application.sdkVersion ?? headers['unleash-sdk'] ?? null,
    sdkType,
    clientIp: clientIp ?? null,
    platform: [application.platformName, application.platformVersion].filter(Boolean).join(' ') || null,
    specVersion: application.specVersion ?? null,
    connectedVia: connectVia.slice(0, MAX_VIA),
  }
}
