import { startDatabaseMove as operation } from '#shared/instance/contract/database.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import type { DatabaseServices } from '../../records/database/database-services.ts'
import { requireTarget } from '../../records/database/require-target.ts'

/** Starts a move of all data. The event is recorded before writes are refused, and so is part of the copy. */
export const startDatabaseMove = ({
  databaseInUse,
  databaseMove,
  databasePlace,
  outbound,
}: DatabaseServices) =>
  preparedMutation(
    operation,
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
