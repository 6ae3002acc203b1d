/** Result codes of SQLite (sqlite3.h) that a VFS answers. */
export const OK = 0
export const BUSY = 5
export const FULL = 13
export const CANTOPEN = 14
export const NOTFOUND = 12

const IOERR = 10
const extended = (number: number) => IOERR | (number << 8)
export const IOERR_READ = extended(1)
export const IOERR_SHORT_READ = extended(2)
export const IOERR_WRITE = extended(3)
export const IOERR_FSYNC = extended(4)
export const IOERR_TRUNCATE = extended(6)
export const IOERR_FSTAT = extended(7)
export const IOERR_DELETE = extended(10)
export const IOERR_ACCESS = extended(13)
export const IOERR_CLOSE = extended(16)
export const IOERR_DELETE_NOENT = extended(23)

/** Flags of xOpen. */
export const OPEN_READONLY = 1
export const OPEN_READWRITE = 2
export const OPEN_CREATE = 4
export const OPEN_DELETEONCLOSE = 8
export const OPEN_EXCLUSIVE = 16
