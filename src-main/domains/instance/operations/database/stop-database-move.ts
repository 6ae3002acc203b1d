import { stopDatabaseMove as operation } from '#shared/instance/contract/database.ts'
import { AppError } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { DatabaseServices } from '../../records/database/database-services.ts'

/** Stops a move. No mutation: writes are refused until it has been stopped. */
export const stopDatabaseMove = ({ databaseMove }: DatabaseServices) =>
  query(operation, async ({ logger, caller }) => {
    if (caller.viewer !== undefined)
      throw new AppError('OperationDeniedError', 'You see the instance as somebody else does, read-only.')
    try {
      await databaseMove.stop()
    } catch (error) {
      logger.warn({ err: error }, 'the copy of a move could not be closed')
      throw new AppError(
        'ConflictError',
        'The copy could not be closed, so that writes stay refused: ' +
          `${error instanceof Error ? error.message : 'unknown reason'} Try again, or restart Halyard with the database you want.`,
      )
    }
    return databaseMove.state
  })
