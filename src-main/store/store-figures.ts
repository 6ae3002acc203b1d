/** Figures of a database, for those who operate it. */
export interface StoreFigures {
  /** Version of the engine. */
  version: string
  sizeBytes: number
  /** Setting on which it depends that a confirmed write survives a power cut, in the words of the engine. */
  durability: string
  /** Rows of the largest tables, most first. */
  tables: { name: string; rows: number }[]
  /** True if the rows are the engine's estimate. */
  isEstimate: boolean
  /** Halyards that use the database, this one included. */
  halyards: number
}

/** Tables shown at most. */
export const SHOWN_TABLES = 8
