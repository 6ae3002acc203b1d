import { AppError, badData } from '#kernel/app-error.ts'
import { preparedMutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/database.ts'
import type { DatabaseServices } from '../database/open-database.ts'
import { requireTarget } from '../database/require-target.ts'

export const getDatabase = ({ databaseInUse }: DatabaseServices) =>
  query(contract.getDatabase, () => databaseInUse())

/** Connects to a database that data could be moved into. Changes nothing. */
export const checkDatabase = ({ outbound, inspectDatabase }: DatabaseServices) =>
  query(contract.checkDatabase, async ({ caller }, { body }) => {
    const { place, problem, version, durability, content } = await inspectDatabase(
      await requireTarget(outbound, caller, body),
    )
    return { place, problem, version, durability, content }
  })

/** Starts a move of all data. The event is recorded before writes are refused, and so is part of the copy. */
export const startDatabaseMove = ({
  databaseInUse,
  databaseMove,
  databasePlace,
  outbound,
}: DatabaseServices) =>
  preparedMutation(
    contract.startDatabaseMove,
    async ({ caller }, { body: { databaseUrl, password, useAfterwards } }) => {
      if (databaseMove.isRunning || databaseMove.holdsWrites)
        throw new AppError('ConflictError', 'A move has begun. Stop it, or wait until it has ended.')
      const { engine, setting, halyards } = await databaseInUse()
      if (engine === 'sqlite' && databaseUrl === undefined)
        throw badData('Enter the PostgreSQL database to move to.', '/body/databaseUrl')
      if (engine === 'postgres' && databaseUrl !== undefined)
        throw badData('The data is in PostgreSQL, and moves into a file.', '/body/databaseUrl')
      if (useAfterwards && (setting.source === 'environment' || setting.source === 'flags'))
        throw badData(
          'The database is set by a variable (DATABASE_URL) or an option of the command line. Change it there after the move.',
          '/body/useAfterwards',
        )
      if (halyards > 1)
        throw new AppError(
          'ConflictError',
          `${halyards} Halyards use the database. End all but this one: they would go on with the former database.`,
        )
      const database =
        databaseUrl === undefined
          ? undefined
          : await requireTarget(outbound, caller, { databaseUrl, password })
      return { database, place: databasePlace(database?.databaseUrl), useAfterwards }
    },
    async ({ record, now, onPublished }, _request, target) => {
      const { place, useAfterwards } = target
      record({ type: 'database-move-started', data: { name: place, useAfterwards } })
      onPublished(() => databaseMove.start(target))
      return {
        ...databaseMove.state,
        state: 'preparing' as const,
        to: place,
        startedAt: now.toISOString(),
        endedAt: null,
        error: null,
        useAfterwards,
        tables: [],
      }
    },
  )

export const getDatabaseMove = ({ databaseMove }: DatabaseServices) =>
  query(contract.getDatabaseMove, async () => databaseMove.state)

/** Stops a move. No mutation: writes are refused until it has been stopped. */
export const stopDatabaseMove = ({ databaseMove }: DatabaseServices) =>
  query(contract.stopDatabaseMove, async ({ logger, caller }) => {
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
