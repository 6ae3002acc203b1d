import { UNLOCKED } from './file-locks.ts'
import { writeAll } from './log-writes.ts'
import { attempt, syncFolderOf, type OpenFile, type OpenFiles } from './open-files.ts'
import * as code from './result-codes.ts'
import type { SqlJsModule, WasmFunction, WasmHeap } from './wasm-heap.ts'

/** POWERSAFE_OVERWRITE, as SQLite's own unix and win32 VFS report; UNDELETABLE_WHEN_OPEN on Windows. */
const CHARACTERISTICS = 0x1000 | (process.platform === 'win32' ? 0x800 : 0)
const SECTOR_SIZE = 4096
const NO_SHARED_MEMORY = 1 // iVersion of sqlite3_io_methods

/** Offset of the open file's id in our sqlite3_file, after the pointer to the methods. */
export const FILE_ID_OFFSET = 4

/**
 * Makes a sqlite3_io_methods table whose functions call the file system; answers its address. The layouts are
 * SQLite's public ABI (sqlite3.h).
 */
export function createIoMethods(module: SqlJsModule, heap: WasmHeap, files: OpenFiles): number {
  const idOf = (pFile: number) => heap.readU32(pFile + FILE_ID_OFFSET)
  const fileOf = (pFile: number) => files.get(idOf(pFile))
  function guarded(pFile: number, failure: number, run: (file: OpenFile) => number): number {
    const file = fileOf(pFile)
    return attempt(file.volume, failure, code.FULL, () => run(file))
  }

  const xClose = (pFile: number) =>
    guarded(pFile, code.IOERR_CLOSE, (file) => {
      files.locks.unlock(file, UNLOCKED)
      files.remove(idOf(pFile))
      const { fs } = file.volume
      fs.closeSync(file.fd)
      if (file.deleteOnClose) fs.unlinkSync(file.path)
      return code.OK
    })

  const xRead = (pFile: number, pBuffer: number, amount: number, offset: bigint) =>
    guarded(pFile, code.IOERR_READ, (file) => {
      const { volume, fd } = file
      flush(file)
      const bytes = heap.bytes()
      let got = 0
      while (got < amount) {
        const read = volume.fs.readSync(fd, bytes, pBuffer + got, amount - got, Number(offset) + got)
        if (read === 0) {
          bytes.fill(0, pBuffer + got, pBuffer + amount) // SQLite expects zeros for the rest
          return code.IOERR_SHORT_READ
        }
        got += read
      }
      return code.OK
    })

  const xWrite = (pFile: number, pBuffer: number, amount: number, offset: bigint) =>
    guarded(pFile, code.IOERR_WRITE, ({ volume, fd, path, logWrites }) => {
      volume.requireWritable(path)
      const bytes = heap.bytes().subarray(pBuffer, pBuffer + amount)
      if (logWrites) {
        volume.logWrites++
        logWrites.write(bytes, Number(offset))
      } else writeAll(volume.fs, fd, bytes, Number(offset))
      return code.OK
    })

  const xTruncate = (pFile: number, length: bigint) =>
    guarded(pFile, code.IOERR_TRUNCATE, (file) => {
      const { volume, fd, path } = file
      volume.requireWritable(path)
      flush(file)
      volume.fs.ftruncateSync(fd, Number(length))
      return code.OK
    })

  const xSync = (pFile: number) => guarded(pFile, code.IOERR_FSYNC, syncFile)

  const xFileSize = (pFile: number, pSize: number) =>
    guarded(pFile, code.IOERR_FSTAT, (file) => {
      const { volume, fd } = file
      flush(file)
      heap.writeI64(pSize, BigInt(volume.fs.fstatSync(fd).size))
      return code.OK
    })

  const xLock = (pFile: number, wanted: number) => files.locks.lock(fileOf(pFile), wanted)
  const xUnlock = (pFile: number, to: number) => {
    files.locks.unlock(fileOf(pFile), to)
    return code.OK
  }
  const xCheckReservedLock = (pFile: number, pResult: number) => {
    heap.writeU32(pResult, files.locks.isReserved(fileOf(pFile)) ? 1 : 0)
    return code.OK
  }

  const methods: [WasmFunction, string][] = [
    [xClose, 'ii'],
    [xRead, 'iiiij'],
    [xWrite, 'iiiij'],
    [xTruncate, 'iij'],
    [xSync, 'iii'],
    [xFileSize, 'iii'],
    [xLock, 'iii'],
    [xUnlock, 'iii'],
    [xCheckReservedLock, 'iii'],
    [() => code.NOTFOUND, 'iiii'], // xFileControl
    [() => SECTOR_SIZE, 'ii'], // xSectorSize
    [() => CHARACTERISTICS, 'ii'], // xDeviceCharacteristics
  ]
  const address = module._malloc(4 * (methods.length + 1))
  heap.writeU32(address, NO_SHARED_MEMORY)
  methods.forEach(([method, signature], index) =>
    heap.writeU32(address + 4 * (index + 1), module.addFunction(method, signature)),
  )
  return address
}

/** Writes the frames that wait. Nothing else may be done with the log before. */
function flush({ volume, path, logWrites }: OpenFile): void {
  if (!logWrites?.isWaiting) return
  volume.requireWritable(path)
  logWrites.flush()
}

function syncFile(file: OpenFile): number {
  const { volume, fd, path } = file
  if (file.deleteOnClose) return code.OK
  volume.requireWritable(path)
  flush(file)
  try {
    // libuv: fdatasync on Linux, F_FULLFSYNC on macOS, FlushFileBuffers on Windows
    volume.fs.fdatasyncSync(fd)
    if (file.needsFolderSync) syncFolderOf(path, volume)
  } catch (error) {
    // SQLite ignores a failed sync of a checkpoint and retries at the next commit: see freeze
    if (volume.owns(path)) volume.freeze(error)
    throw error
  }
  file.needsFolderSync = false
  return code.OK
}
