import { updateLicense as operation } from '#shared/instance/contract/licence.ts'
import { mutation } from '#kernel/use-case.ts'
import { readLicence, writeLicenceKey, type LicenceSources } from '../../records/licence/licence.ts'

/** Keeps a licence key of the original, for the way back, and tells whether it is one. The event does not have the key. */
export const updateLicense = (sources: LicenceSources) =>
  mutation(operation, async ({ queries, record, now, caller: { contract } }, { body: { token } }) => {
    await writeLicenceKey(queries, sources.sealer, token)
    record({ type: 'licence-updated', data: { name: 'licence' } })
    return readLicence(queries, sources, { contract, now })
  })
