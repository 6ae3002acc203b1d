import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/licence.ts'
import { checkLicence, readLicence, writeLicenceKey, type LicenceSources } from '../licence/licence.ts'
import { readLicensedUsers } from '../licence/licensed-users.read-model.ts'

export const readLicense = (sources: LicenceSources) =>
  query(contract.readLicense, ({ visible, now, caller: { contract } }) =>
    readLicence(visible, sources, { contract, now }),
  )

/** Keeps a licence key of the original, for the way back, and tells whether it is one. The event does not have the key. */
export const updateLicense = (sources: LicenceSources) =>
  mutation(
    contract.updateLicense,
    async ({ everything, record, now, caller: { contract } }, { body: { token } }) => {
      await writeLicenceKey(everything, sources.sealer, token)
      record({ type: 'licence-updated', data: { name: 'licence' } })
      return readLicence(everything, sources, { contract, now })
    },
  )

export const checkLicense = (sources: Omit<LicenceSources, 'instanceId' | 'plan'>) =>
  query(contract.checkLicense, ({ visible, now, caller: { contract } }) =>
    checkLicence(visible, sources, { contract, now }),
  )

/** Counts users. No seats are sold, so there are none to compare with. */
export const getAllLicensedUsers = query(contract.getAllLicensedUsers, async ({ everything, now }) => ({
  seatCount: 0,
  licensedUsers: await readLicensedUsers(everything, now),
}))

/** Lists invoices: Halyard sells nothing. */
export const getInvoices = query(contract.getInvoices, async () => [])

/** Lists invoices with their lines: Halyard sells nothing. */
export const getDetailedInvoices = query(contract.getDetailedInvoices, async () => ({ invoices: [] }))
