import type { Kysely } from 'kysely'

import type { Schema } from './schema.ts'

/** Interface for queries: the database, or an open transaction. */
export type Queries = Kysely<Schema>
