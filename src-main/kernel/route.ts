import type { Readable } from 'node:stream'

import type { AppError } from './app-error.ts'
import type { Actor, Caller, Identity } from './caller.ts'
import type { Entity } from './etag.ts'

/** Response sent to the client. */
export interface Reply {
  status: number
  /** Body, sent as JSON. A string is sent as plain text. Absent: an empty body. */
  body?: unknown
  /** Encoded body. JSON, unless the headers set another type. */
  bytes?: Buffer
  /** Encoded JSON with its ETag, which a GET sends along and answers 304 to. */
  entity?: Entity
  /** Server-sent events, for as long as the client listens. */
  stream?: Readable
  headers?: Record<string, string | string[]>
}

/** Request that ended in an error, from any source. */
export interface RejectedRequest {
  method: string
  /** With the query. */
  url: string
  params: Record<string, string>
  identity: Identity
  refusal: AppError
  /** As it came in; without its body, if that was not read. */
  sent: SentRequest
  ip: string
  userAgent?: string
}

/** A request as it came in, for callers that prove themselves by it. */
export interface SentRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>
  bytes: Buffer
}

/** Account that a request of anybody is about, such as the one to sign in to. */
export interface RequestedAccount {
  /** Key of the account, or of the browser. Equal keys share a limit. */
  key: string
  /** True for a browser that has signed in to the account before: it has a limit of its own. */
  isKnownBrowser: boolean
}

/** Terms of an HTTP route beyond the contract, whatever comes of the operation. */
export interface RouteTerms {
  /** Admits the actor, where the audience alone does not decide. Throws an error for everyone else. */
  admit?: (identity: Identity, params: Record<string, string>, sent: SentRequest) => Actor
  /** Finds the account that an anonymous request is about. Its requests share a limit where its address does not tell. */
  accountOf?: (sent: SentRequest, params: Record<string, string>) => RequestedAccount
  /** Called for each request that ended in an error. */
  onRefused?: (call: RejectedRequest) => void
}

/** Behaviour of an HTTP route beyond the contract: cookies, files, streams. */
export interface Route<R> extends RouteTerms {
  /** Headers in addition to the default ones. */
  headers?: (outcome: R) => Record<string, string>
  /** Builds the whole response, if it is not the outcome as JSON with the operation's one success status. */
  reply?: (outcome: R, caller: Caller) => Reply
}

/** Builds a response that is a file. */
export const fileOf = (text: string, headers: Record<string, string>): Reply => ({
  status: 200,
  bytes: Buffer.from(text),
  headers,
})

/** Builds a response that is a table to be saved. */
export const csvOf = (text: string, name: string): Reply =>
  fileOf(text, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  })
