import type { Limits } from '#kernel/limits.ts'

/** A number, or the limit that says it. */
export type Bound = number | keyof Limits

/** Deletes rows by age, by number, by bytes, or by several of them; a job does it in steps (instance/retention). */
export interface Pruned<Column extends string = string> {
  readonly rule: 'pruned'
  /**
   * Deletes rows older than a number of days. `by: 'rowid'`: finds them in the order of their ids, without an
   * index.
   */
  readonly age?: { readonly column: Column; readonly days: Bound; readonly by?: 'rowid' }
  /**
   * Keeps a maximum number of rows: those with the highest rowid, or with the newest instant in a column. `per`: so many for each
   * value of a column, with an index on the column and the id.
   */
  readonly most?:
    | { readonly rows: Bound; readonly by: 'rowid' | Column }
    | { readonly rows: Bound; readonly by: 'rowid'; readonly per: Column }
  /**
   * Keeps a maximum number of bytes in these columns, which triggers add up in `stored_bytes`; rows with the lowest
   * rowid go first.
   */
  readonly weight?: { readonly megabytes: Bound; readonly of: readonly Column[] }
  /** SQL that a row must meet to be deleted. */
  readonly only?: string
}

/** Says how the rows of a table come to an end. */
export type Retention<Column extends string = string> =
  | Pruned<Column>
  /** Whatever writes the table keeps it within a bound. */
  | { readonly rule: 'bounded'; readonly file: string; readonly how: string }
  /** Deleted with the row that it belongs to, by a foreign key. */
  | { readonly rule: 'owned'; readonly parent: string }
  /** Kept until a person deletes it. */
  | { readonly rule: 'kept'; readonly because: string }

/** One rule for each table: a table without one does not compile. */
export type RetentionOf<Tables> = {
  readonly [Table in keyof Tables]: Retention<keyof Tables[Table] & string>
}
