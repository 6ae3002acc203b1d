import type { Readable, Writable } from 'node:stream'
import type { WriteStream } from 'node:fs'

export function isChromiumNoise(line: string): boolean
export function passWithoutNoise(from: Readable, to: Writable, file: string): WriteStream
