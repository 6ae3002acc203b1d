import { registerClientApplication as operation } from '#shared/clients/contract/client-api.ts'
import { mutation } from '#kernel/use-case.ts'
import { registerApplications } from '#domains/flags/records/metrics/register-applications.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'

export const registerClientApplication = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(operation, async (context, { body, headers }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    await registerApplications(
      context,
      [{ application: body, environment, projects, sdkType: 'backend', headers }],
      clientApi.allowance,
    )
  })
