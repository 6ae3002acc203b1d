import type { Operation } from '#shared/contract/index.ts'
import type { AppError } from './app-error.ts'
import type { Actor } from './caller.ts'

/** Request to a port, when it was answered or when its stream began. Nothing is masked. */
export interface WatchedRequest {
  readonly method: string
  readonly url: string
  /** Path without its query and without the secrets that parameters hold. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly params: unknown
  readonly ip: string
  readonly port: number | undefined
  readonly contract: string
  readonly operation: Operation | undefined
  /** Undefined: it was refused before its credentials were read. */
  readonly actor: Actor | undefined
  /** True if it has credentials, valid or not. */
  readonly presented: boolean
  /** Undefined: a stream that begins. */
  readonly status: number | undefined
  readonly ms: number | undefined
  readonly bytes: number | undefined
  readonly refusal: AppError | undefined
  /** Present while bodies are recorded: as bytes, as text, or as the value that became JSON. */
  readonly bodies: { readonly request: unknown; readonly response: unknown } | undefined
}

/** Ends a stream in the log. */
export type EndOfStream = (end: { status: number; ms: number; bytes: number | undefined }) => void

/** Observer of all requests to the ports. Shared by all ports of a process. */
export interface RequestWatch {
  readonly isOn: boolean
  readonly recordsBodies: boolean
  note(request: WatchedRequest): void
  /** Notes the begin of a stream; answers how to note its end. */
  begin(request: WatchedRequest): EndOfStream
}

/** Request of the HTTP contract and its response, for observers. Each observer reads the parts it needs. */
export interface HttpExchange {
  readonly request: {
    readonly method: string
    /** With the query. */
    readonly url: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    /** Undefined if the query was not parsed. */
    readonly query?: unknown
  }
  /** Parsed body, as sent. Undefined if there is none, or if it could not be parsed. */
  readonly body?: unknown
  /** Operation of the request. Undefined: no operation has this method and path. */
  readonly operation?: Operation
  readonly actor: Actor
  /** True if the actor may use the operation's audience at all. */
  readonly isAdmitted: boolean
  readonly status: number
  /** Version of the contract that served the request. */
  readonly contract: string
}
