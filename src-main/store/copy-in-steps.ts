import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { makeFolder, syncFolder } from './atomic-file.ts'

/** Read and written at once; the event loop is free in between. */
const STEP = 1024 * 1024
/** Synced as it grows, so that no sync of the log has to wait for the whole copy. */
const SYNCED_EVERY = 16 * STEP
/** The versions of the file format in SQLite's header: 2 needs a write-ahead log, 1 does not. */
const FORMAT_VERSIONS = { offset: 18, withoutLog: Buffer.from([1, 1]) }

/**
 * Copies a database file that does not change meanwhile, without blocking: complete under its name, or not there at all.
 * The copy is a database without a write-ahead log: it can be read where nothing can be written. Rejects with what the
 * operating system says, and when `signal` is aborted.
 */
export async function copyInSteps(from: string, to: string, signal: AbortSignal): Promise<void> {
  makeFolder(path.dirname(to))
  const temporary = `${to}.tmp`
  try {
    await rm(temporary, { force: true })
    await copy(from, temporary, signal)
    // an aborted transaction may have changed the file since
    signal.throwIfAborted()
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  syncFolder(path.dirname(to))
}

async function copy(from: string, to: string, signal: AbortSignal): Promise<void> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const buffer = Buffer.alloc(STEP)
      for (let position = 0; ;) {
        signal.throwIfAborted()
        const { bytesRead } = await source.read(buffer, 0, STEP, position)
        if (bytesRead === 0) break
        await target.writeFile(buffer.subarray(0, bytesRead))
        position += bytesRead
        if (position % SYNCED_EVERY === 0) await target.datasync()
      }
      const { offset, withoutLog } = FORMAT_VERSIONS
      await target.write(withoutLog, 0, withoutLog.length, offset)
      await target.sync()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
