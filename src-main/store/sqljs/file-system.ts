import nodeFs from 'node:fs'

/** File operations that the VFS needs. Tests replace them with a disk that fails or loses data. */
export interface FileSystem {
  openSync(path: string, flags: string | number, mode?: number): number
  closeSync(fd: number): void
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number
  ftruncateSync(fd: number, length: number): void
  fstatSync(fd: number): { size: number; ino?: number; dev?: number }
  /** `ino` and `dev` tell files apart; a simulated disk has none. */
  statSync(path: string): { size: number; ino?: number; dev?: number; isFile(): boolean }
  accessSync(path: string, mode: number): void
  unlinkSync(path: string): void
  fsyncSync(fd: number): void
  fdatasyncSync(fd: number): void
  /** Only the group commit waits without blocking. */
  fdatasync(fd: number, done: (error: Error | null) => void): void
}

export const realFileSystem: FileSystem = nodeFs
