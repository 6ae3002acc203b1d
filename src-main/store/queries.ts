import type { Kysely } from 'kysely'

import type { Schema } from './schema.ts'

/** Where queries go: the database, or an open transaction of it. */
export type Queries = Kysely<Schema>
