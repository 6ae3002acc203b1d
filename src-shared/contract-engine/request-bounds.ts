/**
 * Bounds of a request, checked before anything else over HTTP and IPC alike. They apply to every list, record
 * and text of every operation, even if its schema accepts anything. Schemas and limits may be stricter.
 */
export interface RequestBounds {
  /** Maximum nesting of lists and objects. */
  levels: number
  /** Maximum number of items in one list. */
  items: number
  /** Maximum number of properties in one object. */
  keys: number
  /** Characters of one text. */
  text: number
  /** Lists, objects, texts, numbers and so on, all together. */
  values: number
}

/** For bodies. Twice the flags, and the projects, that an instance has by its default limits, in one list. */
export const REQUEST_BOUNDS: RequestBounds = {
  levels: 200,
  items: 10_000,
  keys: 10_000,
  text: 100_000,
  values: 100_000,
}

/** For paths and queries: what fits into the head of an HTTP request. */
export const ADDRESS_BOUNDS: RequestBounds = {
  levels: 3,
  items: 10_000,
  keys: 10_000,
  text: 20_000,
  values: 20_000,
}
