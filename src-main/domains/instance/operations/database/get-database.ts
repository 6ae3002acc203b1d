import { getDatabase as operation } from '#shared/instance/contract/database.ts'
import { query } from '#kernel/use-case.ts'
import type { DatabaseServices } from '../../records/database/database-services.ts'

export const getDatabase = ({ databaseInUse }: DatabaseServices) => query(operation, () => databaseInUse())
