import { clearUnknownFlags as operation } from '#shared/clients/contract/applications.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteUnknownFlags } from '../../records/applications/applications.store.ts'

/** Deletes all reports of unknown names; those that are still in use come back with the next report. */
export const clearUnknownFlags = mutation(operation, ({ queries }) => deleteUnknownFlags(queries))
