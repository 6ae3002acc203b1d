import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { UNLOCKED } from './file-locks.ts'
import type { FileSystem } from './file-system.ts'
import { LogWrites } from './log-writes.ts'
import { createIoMethods, FILE_ID_OFFSET } from './io-methods.ts'
import { attempt, syncFolderOf, type OpenFiles } from './open-files.ts'
import * as code from './result-codes.ts'
import type { SqlJsModule, WasmFunction, WasmHeap } from './wasm-heap.ts'

/** Offsets of the members of sqlite3_vfs, on 32 bits (sqlite3.h). */
export const VFS = {
  version: 0,
  fileSize: 4,
  maxPath: 8,
  name: 16,
  xOpen: 24,
  xDelete: 28,
  xAccess: 32,
  xFullPathname: 36,
}

/** sql.js names its databases so; those are left to Emscripten's memory file system. */
const isInMemory = (name: string) => /^\/?dbfile_\d+/.test(name)
const ACCESS_EXISTS = 0

/** Real file behind the database that sql.js is about to open. */
export interface Redirection {
  target: string | null
}

/**
 * Points the four path methods of SQLite's default VFS at functions that use the file system: SQLite's own pager and
 * write-ahead log then work on real files, page by page (ADR 0002).
 */
export function redirectVfs(
  module: SqlJsModule,
  heap: WasmHeap,
  pVfs: number,
  files: OpenFiles,
  redirection: Redirection,
): void {
  const methods = createIoMethods(module, heap, files)
  const original = (offset: number) =>
    heap.table.get(heap.readU32(pVfs + offset)) as (...args: number[]) => number
  const originals = {
    open: original(VFS.xOpen),
    delete: original(VFS.xDelete),
    access: original(VFS.xAccess),
    fullPathname: original(VFS.xFullPathname),
  }

  const xOpen = (vfs: number, zName: number, pFile: number, flags: number, pOutFlags: number) => {
    const name = zName === 0 ? null : heap.readText(zName)
    if (name !== null && isInMemory(name)) return originals.open(vfs, zName, pFile, flags, pOutFlags)
    heap.writeU32(pFile, 0) // no methods: SQLite must not call xClose should this fail
    const isTemporary = name === null
    const file = name ?? path.join(os.tmpdir(), `halyard-${randomUUID()}.tmp`)
    return attempt(files.volumeOf(file), code.CANTOPEN, code.FULL, () => {
      const { id, writable } = openFile(files, file, flags, isTemporary)
      heap.writeU32(pFile + FILE_ID_OFFSET, id)
      heap.writeU32(pFile, methods)
      const readOnly = (flags & ~(code.OPEN_READWRITE | code.OPEN_CREATE)) | code.OPEN_READONLY
      if (pOutFlags !== 0) heap.writeU32(pOutFlags, writable ? flags : readOnly)
      return code.OK
    })
  }

  const xDelete = (vfs: number, zName: number, syncFolder: number) => {
    const name = heap.readText(zName)
    if (isInMemory(name)) return originals.delete(vfs, zName, syncFolder)
    const volume = files.volumeOf(name)
    return attempt(volume, code.IOERR_DELETE, code.IOERR_DELETE, () => {
      volume.requireWritable(name)
      if (!unlink(volume.fs, name)) return code.IOERR_DELETE_NOENT
      if (syncFolder !== 0) syncFolderOf(name, volume)
      return code.OK
    })
  }

  const xAccess = (vfs: number, zName: number, flags: number, pResult: number) => {
    const name = heap.readText(zName)
    if (isInMemory(name)) return originals.access(vfs, zName, flags, pResult)
    const volume = files.volumeOf(name)
    return attempt(volume, code.IOERR_ACCESS, code.IOERR_ACCESS, () => {
      heap.writeU32(pResult, isAccessible(volume.fs, name, flags) ? 1 : 0)
      return code.OK
    })
  }

  const xFullPathname = (vfs: number, zName: number, capacity: number, zOut: number) => {
    const name = heap.readText(zName)
    if (isInMemory(name) && redirection.target === null)
      return originals.fullPathname(vfs, zName, capacity, zOut)
    const real = isInMemory(name) && redirection.target !== null ? redirection.target : path.resolve(name)
    return heap.writeText(zOut, capacity, real) ? code.OK : code.CANTOPEN
  }

  const set = (offset: number, method: WasmFunction, signature: string) =>
    heap.writeU32(pVfs + offset, module.addFunction(method, signature))
  set(VFS.xOpen, xOpen, 'iiiiii')
  set(VFS.xDelete, xDelete, 'iiii')
  set(VFS.xAccess, xAccess, 'iiiii')
  set(VFS.xFullPathname, xFullPathname, 'iiiii')
}

/** Opens a file as SQLite asks; a file that cannot be written is opened for reading. */
function openFile(
  files: OpenFiles,
  file: string,
  flags: number,
  isTemporary: boolean,
): { id: number; writable: boolean } {
  const volume = files.volumeOf(file)
  const { fs } = volume
  const wantsWrite = isTemporary || (flags & code.OPEN_READWRITE) !== 0
  const create = isTemporary || (flags & code.OPEN_CREATE) !== 0 ? constants.O_CREAT : 0
  const exclusive = isTemporary || (flags & code.OPEN_EXCLUSIVE) !== 0 ? constants.O_EXCL : 0
  const existed = create === 0 || exists(fs, file)

  let writable = wantsWrite
  let fd: number
  try {
    fd = fs.openSync(file, wantsWrite ? constants.O_RDWR | create | exclusive : constants.O_RDONLY, 0o600)
  } catch (error) {
    const refused = ['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (!wantsWrite || isTemporary || !refused) throw error
    writable = false
    fd = fs.openSync(file, constants.O_RDONLY)
  }
  const id = files.add({
    volume,
    fd,
    path: file,
    logWrites: file === volume.log ? new LogWrites(fs, fd) : undefined,
    deleteOnClose: isTemporary || (flags & code.OPEN_DELETEONCLOSE) !== 0,
    needsFolderSync: !isTemporary && !existed,
    lock: UNLOCKED,
  })
  return { id, writable }
}

/** False: there was no such file. */
function unlink(fs: FileSystem, file: string): boolean {
  try {
    fs.unlinkSync(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function exists(fs: FileSystem, file: string): boolean {
  try {
    fs.statSync(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Checks access as SQLite's own unix VFS does: an empty file does not exist. Other checks are for permission
 * to read and write.
 */
function isAccessible(fs: FileSystem, file: string, flags: number): boolean {
  try {
    if (flags === ACCESS_EXISTS) {
      const stat = fs.statSync(file)
      return !stat.isFile() || stat.size > 0
    }
    fs.accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch (error) {
    if (flags === ACCESS_EXISTS && !isMissing(error)) throw error
    return false
  }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
