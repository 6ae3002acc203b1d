import { deleteScimUsers as ofScim } from '../../../../../src-shared/access/contract/users.ts'
import { mutation } from '../../../../kernel/use-case.ts'

/** Deletes whom SCIM manages. Nothing provisions users by SCIM here, every `scimId` is null: there is nobody to delete. */
export const deleteScimUsers = mutation(ofScim, async () => undefined)
