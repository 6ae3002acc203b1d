import type { RegisterApplication } from '../../../../../src-shared/clients/schemas/client.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { saveApplication, saveInstance, saveUsage, type SdkType } from './metrics.store.ts'

interface Registration {
  application: RegisterApplication
  environment: string
  /** Projects of its token. */
  projects: readonly string[]
  sdkType: SdkType
  /** Headers in which the SDK identifies itself. */
  headers: { 'unleash-connection-id'?: string | undefined; 'unleash-sdk'?: string | undefined }
}

/**
 * Registers the start of an SDK: the application and this instance of it
 * (docs/contract/clients.md#registration-and-metrics).
 */
export async function registerApplication(
  context: MutationContext,
  registration: Registration,
): Promise<void> {
  const { queries, now, caller } = context
  const { application, environment, projects, sdkType, headers } = registration
  const at = now.toISOString()
  const isNew = await saveApplication(queries, application, at)
  await saveUsage(queries, application.appName, projects, environment)
  await saveInstance(
    queries,
    {
      appName: application.appName,
      instanceId: application.instanceId ?? 'default',
      environment,
      connectionId: headers['unleash-connection-id'] ?? application.connectionId ?? null,
      sdkVersion: application.sdkVersion ?? headers['unleash-sdk'] ?? null,
      sdkType,
      clientIp: caller.ip ?? null,
      platform: [application.platformName, application.platformVersion].filter(Boolean).join(' ') || null,
      specVersion: application.specVersion ?? null,
    },
    at,
  )
  if (!isNew) return
  // the author is the token, so the event is visible to those who see all projects of the token
  const isToken = caller.actor.kind === 'backend-token' || caller.actor.kind === 'frontend-token'
  context.record({
    type: 'application-created',
    data: { name: application.appName, ...(isToken ? { projects } : {}) },
  })
}
