import path from 'node:path'

import { attempt, UNLOCKED, type OpenFiles } from './open-files.ts'
import * as code from './result-codes.ts'
import type { SqlJsModule, WasmFunction, WasmHeap } from './wasm-heap.ts'

/** POWERSAFE_OVERWRITE, as SQLite's own unix and win32 VFS report; UNDELETABLE_WHEN_OPEN on Windows. */
const CHARACTERISTICS = 0x1000 | (process.platform === 'win32' ? 0x800 : 0)
const SECTOR_SIZE = 4096
const NO_SHARED_MEMORY = 1 // iVersion of sqlite3_io_methods

/** In our sqlite3_file, the id of the open file stands behind the pointer to the methods. */
export const FILE_ID_OFFSET = 4

/**
 * Makes a sqlite3_io_methods table whose functions call the file system; answers its address. The layouts are
 * SQLite's public ABI (sqlite3.h).
 */
export function createIoMethods(module: SqlJsModule, heap: WasmHeap, files: OpenFiles): number {
  const fileOf = (pFile: number) => files.get(heap.readU32(pFile + FILE_ID_OFFSET))
  const guarded = (failure: number, run: () => number) => attempt(files, failure, code.FULL, run)

  const xClose = (pFile: number) =>
    guarded(code.IOERR_CLOSE, () => {
      const id = heap.readU32(pFile + FILE_ID_OFFSET)
      const file = files.get(id)
      files.unlock(file, UNLOCKED)
      files.remove(id)
      file.fs.closeSync(file.fd)
      if (file.deleteOnClose) file.fs.unlinkSync(file.path)
      return code.OK
    })

  const xRead = (pFile: number, pBuffer: number, amount: number, offset: bigint) =>
    guarded(code.IOERR_READ, () => {
      const bytes = heap.bytes()
      const { fs, fd } = fileOf(pFile)
      files.counts.reads++
      let got = 0
      while (got < amount) {
        const read = fs.readSync(fd, bytes, pBuffer + got, amount - got, Number(offset) + got)
        if (read === 0) {
          bytes.fill(0, pBuffer + got, pBuffer + amount) // SQLite wants the rest as zeros
          return code.IOERR_SHORT_READ
        }
        got += read
      }
      return code.OK
    })

  const xWrite = (pFile: number, pBuffer: number, amount: number, offset: bigint) =>
    guarded(code.IOERR_WRITE, () => {
      const bytes = heap.bytes()
      const { fs, fd } = fileOf(pFile)
      files.counts.writes++
      files.counts.bytesWritten += amount
      let put = 0
      while (put < amount) put += fs.writeSync(fd, bytes, pBuffer + put, amount - put, Number(offset) + put)
      return code.OK
    })

  const xTruncate = (pFile: number, length: bigint) =>
    guarded(code.IOERR_TRUNCATE, () => {
      const { fs, fd } = fileOf(pFile)
      fs.ftruncateSync(fd, Number(length))
      return code.OK
    })

  const xSync = (pFile: number) =>
    guarded(code.IOERR_FSYNC, () => {
      const file = fileOf(pFile)
      if (file.deleteOnClose) return code.OK
      files.counts.syncs++
      file.fs.fdatasyncSync(file.fd) // libuv: fdatasync on Linux, F_FULLFSYNC on macOS, FlushFileBuffers on Windows
      if (!file.needsFolderSync) return code.OK
      return attempt(files, code.IOERR_DIR_FSYNC, code.IOERR_DIR_FSYNC, () => {
        files.syncFolder(path.dirname(file.path))
        file.needsFolderSync = false
        return code.OK
      })
    })

  const xFileSize = (pFile: number, pSize: number) =>
    guarded(code.IOERR_FSTAT, () => {
      const { fs, fd } = fileOf(pFile)
      heap.writeI64(pSize, BigInt(fs.fstatSync(fd).size))
      return code.OK
    })

  const xLock = (pFile: number, wanted: number) => files.lock(fileOf(pFile), wanted)
  const xUnlock = (pFile: number, to: number) => {
    files.unlock(fileOf(pFile), to)
    return code.OK
  }
  const xCheckReservedLock = (pFile: number, pResult: number) => {
    heap.writeU32(pResult, files.isReserved(fileOf(pFile)) ? 1 : 0)
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
