import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import {
  CheckDatabase,
  Database,
  DatabaseCheck,
  DatabaseMove,
  StartDatabaseMove,
} from '../schemas/database.ts'

/** Below `maintenance`, so that maintenance mode does not refuse it. */
const DATABASE = '/api/admin/maintenance/database'

/** Halyard’s own. */
const shared = { tag: 'Maintenance', access: needs('ADMIN'), everywhere: true } as const

export const getDatabase = operation({
  ...shared,
  operationId: 'getDatabase',
  method: 'GET',
  path: DATABASE,
  summary: 'Returns the engine of the database in use, and its figures',
  responses: { 200: Database },
})

export const checkDatabase = operation({
  ...shared,
  operationId: 'checkDatabase',
  method: 'POST',
  path: `${DATABASE}/check`,
  summary: 'Connects to a PostgreSQL database and says whether the data can be moved there',
  description:
    'Changes nothing. The host must not be in a private network unless `integrationHosts` names it; the desktop window ' +
    'may name any host. The password is neither stored nor logged.',
  body: CheckDatabase,
  responses: { 200: DatabaseCheck },
})

export const startDatabaseMove = operation({
  ...shared,
  operationId: 'startDatabaseMove',
  method: 'POST',
  path: `${DATABASE}/move`,
  summary: 'Moves all data into a PostgreSQL database, or back into a file',
  description:
    'Answers at once. While the data is copied and compared, every write is refused with 503. After the move they stay refused ' +
    'until Halyard is restarted, or the move is stopped. A move that was stopped, or failed, is resumed by the same request.',
  body: StartDatabaseMove,
  responses: { 202: DatabaseMove },
  errors: [409],
})

export const getDatabaseMove = operation({
  ...shared,
  operationId: 'getDatabaseMove',
  method: 'GET',
  path: `${DATABASE}/move`,
  summary: 'Returns the progress of a move, by table',
  responses: { 200: DatabaseMove },
})

export const stopDatabaseMove = operation({
  ...shared,
  operationId: 'stopDatabaseMove',
  method: 'POST',
  path: `${DATABASE}/move/stop`,
  summary: 'Stops a move, and accepts writes again',
  description:
    'What was copied stays, for a later move. After a move, its copy is closed: it cannot be started from until a further ' +
    'move has brought it up to date. The settings file names the present database again.',
  responses: { 200: DatabaseMove },
  errors: [409],
})
