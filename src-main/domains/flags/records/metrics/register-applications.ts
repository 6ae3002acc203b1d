import type { RegisterApplication } from '../../../../../src-shared/clients/schemas/client.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import { saveApplications, saveInstances, saveUsage, type SdkType } from './metrics.store.ts'

export interface Registration {
  application: RegisterApplication
  environment: string
  /** Projects of its token. */
  projects: readonly string[]
  sdkType: SdkType
  /** Headers in which the SDK identifies itself. */
  headers: { 'unleash-connection-id'?: string | undefined; 'unleash-sdk'?: string | undefined }
}

/**
 * Registers starts of SDKs: their applications and these instances of them, in a few statements, however many
 * (docs/contract/clients.md#registration-and-metrics).
 */
export async function registerApplications(
  context: MutationContext,
  registrations: readonly Registration[],
): Promise<void> {
  const { queries, now, caller } = context
  const at = now.toISOString()
  const applications = registrations.map(({ application }) => application)
  const created = await saveApplications(queries, applications, at)
  await saveUsage(
    queries,
    registrations.flatMap(({ application: { appName }, projects, environment }) =>
      projects.map((project) => ({ app_name: appName, project, environment })),
    ),
  )
  await saveInstances(
    queries,
    registrations.map(({ application, environment, sdkType, headers }) => ({
      appName: application.appName,
      instanceId: application.instanceId ?? 'default',
      environment,
      connectionId: headers['unleash-connection-id'] ?? application.connectionId ?? null,
      sdkVersion: application.sdkVersion ?? headers['unleash-sdk'] ?? null,
      sdkType,
      clientIp: caller.ip ?? null,
      platform: [application.platformName, application.platformVersion].filter(Boolean).join(' ') || null,
      specVersion: application.specVersion ?? null,
    })),
    at,
  )
  // the author is the token, so the event is visible to those who see all projects of the token
  const isToken = caller.actor.kind === 'backend-token' || caller.actor.kind === 'frontend-token'
  const byName = groupRows(registrations, ({ application }) => application.appName)
  for (const name of created) {
    const projects = byName.get(name)?.[0]?.projects ?? []
    context.record({ type: 'application-created', data: { name, ...(isToken ? { projects } : {}) } })
  }
}
