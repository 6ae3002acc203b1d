import { clearImpressions as clear } from '#shared/clients/contract/impressions.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteImpressions } from '../../records/impressions/impressions.store.ts'

export const clearImpressions = mutation(clear, ({ queries }) => deleteImpressions(queries))
