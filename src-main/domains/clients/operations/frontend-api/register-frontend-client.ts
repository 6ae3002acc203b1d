import { registerFrontendClient as register } from '#shared/clients/contract/frontend-api.ts'
import { mutation } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { registerApplications } from '#domains/flags/records/metrics/register-applications.ts'

export const registerFrontendClient = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(register, async (context, { body, headers }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    await registerApplications(
      context,
      [{ application: body, environment, projects, sdkType: 'frontend', headers }],
      clientApi.allowance,
    )
    return 'OK' as const
  })
