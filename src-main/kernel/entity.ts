/** Bytes of an answer that many callers get, with their ETag. */
export interface Entity {
  readonly etag: string
  /** JSON. */
  readonly bytes: Buffer
}
