import { getArchivedFeatures as all } from '#shared/versions/contract/former/archive.ts'
import { query } from '#kernel/use-case.ts'
import { version, listArchived, ARCHIVED } from '../../records/former-archive/list-archived.ts'

/** All the archived flags that the caller may see, by name. */
export const getArchivedFeatures = query(all, async (context) => ({
  version,
  features: await listArchived(context, ARCHIVED),
}))
