import type { BinaryReader } from '@bufbuild/protobuf/wire'

import { AppError } from '#kernel/app-error.ts'
import type { ProtobufMessage, ProtobufScalar } from '#shared/contract-engine/protobuf.ts'
import { REQUEST_BOUNDS, type RequestBounds } from '#shared/contract-engine/request-bounds.ts'

/** Wire types of protobuf, by the types that are read. */
const WIRE_TYPES: Readonly<Record<ProtobufScalar, number>> = {
  bool: 0,
  int64: 0,
  fixed64: 1,
  double: 1,
  string: 2,
}
const LENGTH_DELIMITED = 2
/** Groups, which no message of today has, nest without a length. */
const isGroup = (wireType: number) => wireType === 3 || wireType === 4

type Bounds = Pick<RequestBounds, 'levels' | 'values'>

/**
 * Reads a message into the JSON form of protobuf, as far as its fields are listed. Throws BadDataError for bytes that are not
 * such a message, and for more values or levels than a request may have. Texts and lists are bounded by the check of every body.
 */
export function decodeMessage(
  reader: BinaryReader,
  message: ProtobufMessage,
  bounds: Partial<RequestBounds> = {},
): Record<string, unknown> {
  try {
    return new Decoder(reader, { ...REQUEST_BOUNDS, ...bounds }).message(message, reader.len, 0)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('BadDataError', 'The body is not the protobuf message that this path takes.', {
      cause: error,
    })
  }
}

class Decoder {
  readonly #reader: BinaryReader
  readonly #bounds: Bounds
  #values = 0

  constructor(reader: BinaryReader, bounds: Bounds) {
    this.#reader = reader
    this.#bounds = bounds
  }

  message(message: ProtobufMessage, end: number, level: number): Record<string, unknown> {
    const reader = this.#reader
    if (level > this.#bounds.levels)
      throw tooMuch(`nested more than ${this.#bounds.levels} levels deep`)
    const read: Record<string, unknown> = {}
    while (reader.pos < end) {
      const [number, wireType] = reader.tag()
      const field = message[number]
      if (isGroup(wireType)) throw new RangeError('a group')
      const { type } = field ?? {}
      const isRead = wireType === (typeof type === 'string' ? WIRE_TYPES[type] : LENGTH_DELIMITED)
      if (!field || !type || !isRead) {
        reader.skip(wireType)
        continue
      }
      if (++this.#values > this.#bounds.values)
        throw tooMuch(`of more than ${this.#bounds.values} values in all`)
      const value = typeof type === 'string' ? this.#scalar(type) : this.#nested(type(), end, level)
      const known = read[field.name]
      if (!field.isRepeated) read[field.name] = value
      else if (Array.isArray(known)) known.push(value)
      else read[field.name] = [value]
    }
    if (reader.pos !== end) throw new RangeError('a value beyond the end of its message')
    return read
  }

  #nested(message: ProtobufMessage, end: number, level: number): Record<string, unknown> {
    const length = this.#reader.uint32()
    const endsAt = this.#reader.pos + length
    if (endsAt > end) throw new RangeError('a message beyond the end of its parent')
    return this.message(message, endsAt, level + 1)
  }

  #scalar(type: ProtobufScalar): string | number | boolean {
    const reader = this.#reader
    if (type === 'string') return reader.string()
    if (type === 'bool') return reader.bool()
    if (type === 'int64') return String(reader.int64())
    if (type === 'fixed64') return String(reader.fixed64())
    const value = reader.double()
    return Number.isFinite(value) ? value : String(value)
  }
}

const tooMuch = (what: string) =>
  new AppError('BadDataError', `The body must not be ${what}. Send smaller batches.`)
