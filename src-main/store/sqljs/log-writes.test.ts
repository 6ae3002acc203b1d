import nodeFs from 'node:fs'

import { beforeEach, describe, expect, it } from 'vitest'

import { LogWrites } from './log-writes.ts'

const PAGE = 16
const FRAME = 24 + PAGE

let written: { offset: number; bytes: string }[]
let failure: Error | undefined
let log: LogWrites

const fs = {
  ...nodeFs,
  writeSync: (_fd: number, buffer: Uint8Array, from: number, length: number, offset: number) => {
    if (failure) throw failure
    written.push({ offset, bytes: Buffer.from(buffer.subarray(from, from + length)).toString('latin1') })
    return length
  },
}

beforeEach(() => {
  written = []
  failure = undefined
  log = new LogWrites(fs, 1)
})

const header = (text: string, commits: boolean) => {
  const bytes = Buffer.alloc(24, text)
  bytes.writeUInt32BE(commits ? 7 : 0, 4)
  return bytes
}
const page = (text: string) => Buffer.alloc(PAGE, text)

function writeFrame(number: number, text: string, { commits }: { commits: boolean }): void {
  log.write(header(text, commits), number * FRAME)
  log.write(page(text), number * FRAME + 24)
}

/** The log as the writes have left it. */
function content(): string {
  const bytes = Buffer.alloc(20 * FRAME, '.')
  for (const one of written) bytes.write(one.bytes, one.offset, 'latin1')
  return bytes.toString('latin1').replace(/\.+$/, '')
}

const frame = (text: string, commits: boolean) =>
  header(text, commits).toString('latin1') + page(text).toString('latin1')

describe('frames of a transaction', () => {
  it('are written together, and the last page as it comes', () => {
    writeFrame(0, 'a', { commits: false })
    writeFrame(1, 'b', { commits: false })
    expect(written).toEqual([])
    writeFrame(2, 'c', { commits: true })
    expect(written.map(({ offset }) => offset)).toEqual([0, 2 * FRAME + 24])
    expect(content()).toBe(frame('a', false) + frame('b', false) + frame('c', true))
  })

  it('are written before a write elsewhere, which keeps the order', () => {
    writeFrame(1, 'b', { commits: false })
    log.write(page('x'), 24)
    expect(written.map(({ offset }) => offset)).toEqual([FRAME, 24])
  })

  it('are written when somebody reads', () => {
    writeFrame(0, 'a', { commits: false })
    log.flush()
    expect(content()).toBe(frame('a', false))
  })

  it('wait in no more than 64 KiB', () => {
    for (let number = 0; number < 3000; number++) writeFrame(number, 'a', { commits: false })
    expect(written).toHaveLength(1)
  })
})

describe('frames that cannot be written', () => {
  beforeEach(() => {
    writeFrame(0, 'a', { commits: false })
    failure = new Error('the disk is full')
    expect(() => log.write(header('b', true), FRAME)).toThrow('the disk is full')
    failure = undefined
  })

  it('are not followed by a commit', () => {
    expect(() => writeFrame(2, 'c', { commits: true })).toThrow('could not be written')
    expect(() => log.write(page('x'), 24)).toThrow('could not be written')
    expect(written).toEqual([])
  })

  it('give way to the next transaction', () => {
    writeFrame(0, 'd', { commits: true })
    expect(content()).toBe(frame('d', true))
  })
})
