/** Scalar types of protobuf that are read. Whole numbers of 64 bits are texts, as in the JSON form of protobuf. */
export type ProtobufScalar = 'string' | 'bool' | 'int64' | 'fixed64' | 'double'

export interface ProtobufField {
  /** Name in the JSON form of the message. */
  readonly name: string
  /** Type; a function for a message, as messages may contain their own kind. */
  readonly type: ProtobufScalar | (() => ProtobufMessage)
  readonly isRepeated?: boolean
}

/** Fields of a protobuf message by their numbers. Fields that are not listed are skipped. */
export type ProtobufMessage = Readonly<Record<number, ProtobufField>>

/** Messages of an operation that takes protobuf beside JSON, and answers in the form of the request. */
export interface ProtobufForm {
  readonly request: ProtobufMessage
  readonly answer: ProtobufMessage
}

export const PROTOBUF_TYPE = 'application/x-protobuf'

/** Body of errors: the message of `google.rpc.Status`, all that OTLP asks for. */
export const STATUS_MESSAGE: ProtobufMessage = { 2: { name: 'message', type: 'string' } }
