import { readLicense as operation } from '#shared/instance/contract/licence.ts'
import { query } from '#kernel/use-case.ts'
import { readLicence, type LicenceSources } from '../../records/licence/licence.ts'

export const readLicense = (sources: LicenceSources) =>
  query(operation, ({ queries, now, caller: { contract } }) =>
    readLicence(queries, sources, { contract, now }),
  )
