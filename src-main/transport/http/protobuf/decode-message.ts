import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

import { AppError } from '#kernel/app-error.ts'
import { Turn } from '#runtime/turn.ts'
import type { ProtobufField, ProtobufMessage, ProtobufScalar } from '#shared/contract-engine/operation.ts'
import { REQUEST_BOUNDS, type RequestBounds } from '#shared/contract-engine/request-bounds.ts'

/** Wire types of protobuf, by the types that are read. */
const WIRE_TYPES: Readonly<Record<ProtobufScalar, WireType>> = {
  bool: WireType.Varint,
  int64: WireType.Varint,
  fixed64: WireType.Bit64,
  double: WireType.Bit64,
  string: WireType.LengthDelimited,
}
/** Groups, which no message of today has, nest without a length. */
const isGroup = (wireType: WireType) => wireType === WireType.StartGroup || wireType === WireType.EndGroup

type Bounds = Pick<RequestBounds, 'levels' | 'values'>

/** Fields between two looks at the time. */
const STEP = 1000

/**
 * Reads a message into the JSON form of protobuf, as far as its fields are listed, with pauses for other requests. Throws
 * BadDataError for bytes that are not such a message, and for more values or levels than a request may have. Texts and lists are
 * bounded by the check of every body.
 */
export async function decodeMessage(
  bytes: Uint8Array,
  message: ProtobufMessage,
  bounds: Partial<RequestBounds> = {},
): Promise<Record<string, unknown>> {
  const turn = new Turn()
  try {
    const decoder = new Decoder(bytes, { ...REQUEST_BOUNDS, ...bounds })
    const steps = decoder.message(message, bytes.length, 0)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value
      await turn.pause()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('BadDataError', 'The body is not the protobuf message that this path takes.', {
      cause: error,
    })
  }
}

/** Values by the names of their fields. */
type Read = Record<string, unknown>

class Decoder {
  readonly #reader: BinaryReader
  readonly #bounds: Bounds
  #values = 0

  constructor(bytes: Uint8Array, bounds: Bounds) {
    this.#reader = new BinaryReader(bytes)
    this.#bounds = bounds
  }

  *message(message: ProtobufMessage, end: number, level: number): Generator<undefined, Read> {
    const reader = this.#reader
    if (level > this.#bounds.levels) throw tooMuch(`nested more than ${this.#bounds.levels} levels deep`)
    const read: Read = {}
    while (reader.pos < end) {
      const [number, wireType] = reader.tag()
      if (isGroup(wireType)) throw new RangeError('a group')
      // skipped ones count too: each takes time
      if (++this.#values > this.#bounds.values)
        throw tooMuch(`of more than ${this.#bounds.values} values in all`)
      if (this.#values % STEP === 0) yield
      const field = message[number]
      if (!field || wireType !== wireTypeOf(field)) {
        reader.skip(wireType)
        continue
      }
      const { name, type, isRepeated } = field
      const value =
        typeof type === 'string'
          ? this.#scalar(type)
          : yield* this.message(type(), this.#endOfNested(end), level + 1)
      const known = read[name]
      if (!isRepeated) read[name] = value
      else if (Array.isArray(known)) known.push(value)
      else read[name] = [value]
    }
    if (reader.pos !== end) throw new RangeError('a value beyond the end of its message')
    return read
  }

  #endOfNested(end: number): number {
    const length = this.#reader.uint32()
    const endsAt = this.#reader.pos + length
    if (endsAt > end) throw new RangeError('a message beyond the end of its parent')
    return endsAt
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

const wireTypeOf = ({ type }: ProtobufField) =>
  typeof type === 'string' ? WIRE_TYPES[type] : WireType.LengthDelimited

const tooMuch = (what: string) =>
  new AppError('BadDataError', `The body must not be ${what}. Send smaller batches.`)
