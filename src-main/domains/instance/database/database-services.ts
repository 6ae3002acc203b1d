import type { DatabaseInUse } from '#shared/instance/schemas/database.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { InspectedDatabase } from '#store/inspected-database.ts'
import type { DatabaseMove } from './database-move.ts'
import type { DatabaseTarget } from './database-target.ts'

/** Services of the database in use, and of a move to another one. */
export interface DatabaseServices {
  databaseMove: DatabaseMove
  /** Reads the engine, the figures and the setting of the database. */
  databaseInUse: () => Promise<DatabaseInUse>
  /** Connects to a database and says whether data can be moved there. */
  inspectDatabase: (target: DatabaseTarget) => Promise<InspectedDatabase>
  /** Names a target without its password; undefined: the file in the data folder. */
  databasePlace: (databaseUrl: string | undefined) => string
  outbound: Outbound
}
