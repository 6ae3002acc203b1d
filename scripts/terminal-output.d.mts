import type { Readable, Writable } from 'node:stream'
import type { WriteStream } from 'node:fs'

export function shownLine(line: string): string | undefined
export function passShownLines(from: Readable, to: Writable, file: string): WriteStream
