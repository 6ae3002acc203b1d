/** What can be wrong with the store, as errors with a code; transport/http gives each its status. */
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
  constructor(cause?: unknown) {
    super('STORE_FULL', 'the disk is full', cause)
  }
}

/** The file takes no writes: the folder is read-only, the disk is gone, or a sync failed. Nothing was changed. */
export class StoreUnavailable extends StoreError {
  constructor(message: string, cause?: unknown) {
    super('STORE_UNAVAILABLE', message, cause)
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

/** The file is of another program. */
export class ForeignDatabase extends StoreError {
  constructor(file: string) {
    super('FOREIGN_DATABASE', `${file} is an SQLite database of another program`)
  }
}

/** The database is damaged; it was put aside, not touched. */
export class DamagedDatabase extends StoreError {
  readonly quarantined: string
  readonly newestBackup: string | null

  constructor(quarantined: string, newestBackup: string | null, findings: readonly string[]) {
    const hint = newestBackup === null ? 'There is no backup.' : `The newest backup is ${newestBackup}.`
    super(
      'DAMAGED_DATABASE',
      `The database is damaged (${findings[0] ?? 'unreadable'}). It was put aside as ${quarantined}. ${hint}`,
    )
    this.quarantined = quarantined
    this.newestBackup = newestBackup
  }
}
