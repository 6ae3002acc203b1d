import { getAllLicensedUsers as operation } from '#shared/instance/contract/licence.ts'
import { query } from '#kernel/use-case.ts'
import { readLicensedUsers } from '../../records/licence/licensed-users.ts'

/** Counts users. No seats are sold, so there are none to compare with. */
export const getAllLicensedUsers = query(operation, async ({ everything, now }) => ({
  seatCount: 0,
  licensedUsers: await readLicensedUsers(everything, now),
}))
