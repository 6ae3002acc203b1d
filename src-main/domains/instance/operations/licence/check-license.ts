import { checkLicense as operation } from '#shared/instance/contract/licence.ts'
import { query } from '#kernel/use-case.ts'
import { checkLicence, type LicenceSources } from '../../records/licence/licence.ts'

export const checkLicense = (sources: Omit<LicenceSources, 'instanceId' | 'plan'>) =>
  query(operation, ({ queries, now, caller: { contract } }) =>
    checkLicence(queries, sources, { contract, now }),
  )
