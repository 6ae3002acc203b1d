import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/support-bundle.ts'
import type { SupportServices } from '../support/support-services.ts'
import { withoutSecrets } from '../support/without-secrets.ts'

export const getSupportBundle = ({ supportFacts }: SupportServices) =>
  query(contract.getSupportBundle, async ({ now }) =>
    withoutSecrets({ madeAt: now.toISOString(), ...(await supportFacts()) }),
  )
