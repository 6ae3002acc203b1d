import type { BinaryWriter } from '@bufbuild/protobuf/wire'

import type { ProtobufMessage } from '#shared/contract-engine/protobuf.ts'

type Fields = Readonly<Record<string, unknown>>

/** Writes the listed fields of a value as a message. Answers are small: whole numbers and texts, and messages of them. */
export function encodeMessage(writer: BinaryWriter, message: ProtobufMessage, value: Fields): BinaryWriter {
  for (const [number, { name, type }] of Object.entries(message)) {
    const field = value[name]
    if (field === undefined) continue
    const tag = (wireType: number) => writer.uint32(((Number(number) << 3) | wireType) >>> 0)
    if (typeof type === 'function') {
      tag(2).fork()
      encodeMessage(writer, type(), field as Fields).join()
    } else if (type === 'string') tag(2).string(String(field))
    else if (type === 'int64') tag(0).int64(String(field))
    else throw new TypeError(`No answer has a field of the type ${type}`)
  }
  return writer
}
