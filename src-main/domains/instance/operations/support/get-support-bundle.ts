import { getSupportBundle as operation } from '#shared/instance/contract/support-bundle.ts'
import { query } from '#kernel/use-case.ts'
import type { SupportServices } from '../../records/support/support-services.ts'
import { withoutSecrets } from '../../records/support/without-secrets.ts'

export const getSupportBundle = ({ supportFacts }: SupportServices) =>
  query(operation, async ({ now }) =>
    withoutSecrets({ madeAt: now.toISOString(), ...(await supportFacts()) }),
  )
