import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

import type { ProtobufMessage } from '#shared/contract-engine/operation.ts'

type Fields = Readonly<Record<string, unknown>>

/** Encodes the listed fields of a value. Answers are small: whole numbers and texts, and messages of them. */
export const encodeMessage = (message: ProtobufMessage, value: Fields): Buffer =>
  Buffer.from(write(new BinaryWriter(), message, value).finish())

function write(writer: BinaryWriter, message: ProtobufMessage, value: Fields): BinaryWriter {
  for (const [number, { name, type }] of Object.entries(message)) {
    const field = value[name]
    if (field === undefined) continue
    if (typeof type === 'function' && typeof field === 'object') {
      writer.tag(Number(number), WireType.LengthDelimited).fork()
      write(writer, type(), field as Fields).join()
    } else if (type === 'string' && typeof field === 'string')
      writer.tag(Number(number), WireType.LengthDelimited).string(field)
    else if (type === 'int64' && typeof field === 'string')
      writer.tag(Number(number), WireType.Varint).int64(field)
    else throw new TypeError(`No answer has such a field ${name}`)
  }
  return writer
}
