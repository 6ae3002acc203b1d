import { messageOf } from '#shared/errors/message-of.ts'
/** Error of the store, with a code. transport/http maps each code to a status. */
export class StoreError extends Error {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.name = new.target.name
  }
}

/** The disk, or the quota, is full: nothing was changed. */
export class StoreFull extends StoreError {
  constructor(cause?: unknown, message = 'the disk is full') {
    super('STORE_FULL', message, cause)
  }
}

/** The file takes no writes: the folder is read-only, the disk is gone, or a sync failed. */
export class StoreUnavailable extends StoreError {
  constructor(message: string, cause?: unknown) {
    super('STORE_UNAVAILABLE', message, cause)
  }
}

/** The database on a server cannot be reached, or is too slow: what was asked of it has not happened. */
export class DatabaseUnavailable extends StoreError {
  constructor(message: string, cause?: unknown) {
    super('DATABASE_UNAVAILABLE', message, cause)
  }
}

/** The connection to the database was lost at the commit, and did not come back in time to read the outcome. */
export class CommitUnknown extends StoreError {
  /** Asks the server again. Rejects with the same error while it is still away. */
  readonly hasCommitted: () => Promise<boolean>

  constructor(hasCommitted: () => Promise<boolean>) {
    super('COMMIT_UNKNOWN', 'the connection to the database was lost at the commit')
    this.hasCommitted = hasCommitted
  }
}

/** A value has no place in a column: a number that is too large, or a text with U+0000. Nothing was changed. */
export class UnstorableValue extends StoreError {
  constructor(cause: unknown) {
    super('UNSTORABLE_VALUE', 'a value cannot be stored', cause)
  }
}

/** The path of an open file leads nowhere, or to another file: what is written to it is lost. */
export class FileReplaced extends Error {
  constructor(file: string) {
    super(`${file} was deleted or replaced while it was in use`)
    this.name = 'FileReplaced'
  }
}

/** SQLite met pages that cannot be right. Whoever opens the store makes a DamagedDatabase of it. */
export class DamagedFile extends StoreError {
  readonly finding: string

  constructor(finding: string) {
    super('DAMAGED_FILE', `the database is damaged: ${finding}`)
    this.finding = finding
  }
}

/** Another process owns the data folder. */
export class DataFolderInUse extends StoreError {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super('DATA_FOLDER_IN_USE', `Another Halyard (process ${pid}) uses this data folder: ${folder}`)
    this.pid = pid
  }
}

/** The database was written by a newer version. */
export class NewerDatabase extends StoreError {
  constructor(file: string, version: number, known: number) {
    super(
      'NEWER_DATABASE',
      `${file} was written by a newer Halyard (schema ${version}; this one knows ${known}). Update Halyard, or choose another data folder.`,
    )
  }
}

/** The file, or the schema, is of another program. */
export class ForeignDatabase extends StoreError {
  constructor(file: string, schema?: string) {
    super(
      'FOREIGN_DATABASE',
      schema === undefined
        ? `${file} is an SQLite database of another program`
        : `${schema} holds tables of another program. Choose an empty schema (?schema=name).`,
    )
  }
}

/** A backup that was to be restored is damaged, or not there. What was there before is untouched. */
export class UnusableBackup extends StoreError {
  constructor(file: string, why: string, cause?: unknown) {
    super('UNUSABLE_BACKUP', `${file} cannot be restored: ${why}`, cause)
  }
}

/** The database is on a server: its backups are made there. */
export class NoBackups extends StoreError {
  constructor() {
    super(
      'NO_BACKUPS',
      'The data is in PostgreSQL, which Halyard does not back up. Use pg_dump, or the backups of the server.',
    )
  }
}

/** The data is being moved to another database: until that has ended, nothing can be written here. */
export class WritesHeld extends StoreError {
  constructor() {
    super('WRITES_HELD', 'the data is being moved to another database')
  }
}

/** A move between engines cannot be made, or has not come to a good end. Its source is as it was. */
export class MoveFailed extends StoreError {
  constructor(message: string, cause?: unknown) {
    super('MOVE_FAILED', message, cause)
  }
}

/** A move into the database has begun and not ended: it holds a part of the data. */
export class UnfinishedMove extends StoreError {
  constructor(place: string, source: string) {
    super(
      'UNFINISHED_MOVE',
      `${place} holds a part of the data of ${source}: a move has begun and not ended. Run the same "halyard move" again: it goes on where it ended.`,
    )
  }
}

/** A step of the schema failed, and so has not happened. */
export class MigrationFailed extends StoreError {
  constructor(name: string, cause: unknown) {
    const why = messageOf(cause)
    super('MIGRATION_FAILED', `the step ${name} of the schema failed: ${why}`, cause)
  }
}

/**
 * The database cannot be used. Until a backup is restored, or an empty start asked for, every start ends with this error:
 * a service that came up empty by itself would turn off every flag.
 */
export abstract class UnusableDatabase extends StoreError {
  /** For a dialog: "The database is damaged". */
  abstract readonly title: string
  /** The newest backup that was read through and found good; null: there is none. */
  readonly newestBackup: string | null

  constructor(code: string, finding: string, newestBackup: string | null) {
    const hint =
      newestBackup === null ? 'There is no good backup.' : `The newest good backup is ${newestBackup}.`
    super(code, `${finding} ${hint}`)
    this.newestBackup = newestBackup
  }
}

/** The database is damaged and was put aside. */
export class DamagedDatabase extends UnusableDatabase {
  readonly title = 'The database is damaged'
  /** Path of the damaged file now; null: there is none. */
  readonly quarantined: string | null

  constructor(finding: string, quarantined: string | null, newestBackup: string | null) {
    const aside = quarantined === null ? '' : ` It was put aside as ${quarantined}.`
    super('DAMAGED_DATABASE', `The database is damaged: ${finding}.${aside}`, newestBackup)
    this.quarantined = quarantined
  }
}

/** The database is gone or empty where there was one; nothing was changed. */
export class MissingDatabase extends UnusableDatabase {
  readonly title = 'The database is missing'

  constructor(finding: string, newestBackup: string | null) {
    super(
      'MISSING_DATABASE',
      `${finding}. Nothing was changed: put the file back, or choose how to go on.`,
      newestBackup,
    )
  }
}

/** Converts an operating system error to a store error. Returns every other error unchanged. */
export function asStoreError(error: unknown, doing: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreFull(error)
  return syscall === undefined ? error : new StoreUnavailable(`${doing}: ${error.message}`, error)
}
