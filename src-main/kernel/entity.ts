/** Bytes of an answer that many callers get, with their ETag. */
export interface Entity {
  readonly etag: string
  /** JSON. */
  readonly bytes: Buffer
  /** True if other callers will surely get the same. */
  readonly comesAgain?: boolean
}
