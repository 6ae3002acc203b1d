import { ExpressionWrapper, type Expression, type OperationNode, type RawBuilder } from 'kysely'

export type Part = Expression<unknown>
export type Piece = RawBuilder<unknown>

/** A list of values, or of nothing, as JSON text. Engines with types need the type of its values. */
export type ListOf = 'texts' | 'numbers' | 'nothing'

/** A trigger that runs one or more statements after each changed row. */
export interface Trigger {
  readonly name: string
  readonly table: string
  readonly after: 'insert' | 'delete'
  /** Condition on `new` or `old`. */
  readonly when?: string
  readonly statements: readonly string[]
}

/**
 * SQL that the engines write differently. Each engine has one object of it; queries use it through `portable.ts`. The parts
 * are what the query puts in.
 */
export interface EngineSql {
  /** Selects the values of a list. */
  list(json: Part, kind: ListOf): Piece
  /** Matches a column that is one of the values of a list. */
  inList(column: Part, json: Part, kind: ListOf): Piece
  notInList(column: Part, json: Part, kind: ListOf): Piece
  /** Source of rows: the objects of a JSON list, each in the column `value`, for `jsonText` and `jsonInteger`. */
  jsonObjects(json: Part): Piece
  /** Selects columns of the objects of a JSON list, in the types that they have in a table. */
  rowsFor(json: Part, table: string, columns: readonly string[]): Piece
  /** Source of rows: the texts of a JSON list, each in the column `value`. */
  jsonTexts(json: Part): Piece
  /** Source of rows: the texts of a list within a JSON object, each in the column `value`; none where it is no list. */
  jsonTextsAt(json: Part, key: string): Piece
  /** Text of a property of a JSON object; null: there is none. */
  jsonText(json: Part, key: string): Piece
  jsonInteger(json: Part, key: string): Piece
  /** A JSON object with a text at a key, as text. */
  withJsonText(json: Part, text: Part, key: string): Piece
  /** Length of a JSON list. */
  jsonLength(json: Part): Piece
  /** Length of a list within a JSON object. */
  jsonLengthAt(json: Part, key: string): Piece
  /** Matches a text by a pattern with `\` as escape, ignoring the case of ASCII letters. */
  like(text: Part, pattern: Part): Piece
  /** Matches a text that contains another. */
  contains(text: Part, part: Part): Piece
  /** Keeps the planner from using an index on the column. */
  unindexed(column: Part): Piece
  /** The smaller, or the larger, of two numbers. */
  least(one: Part, other: Part): Piece
  greatest(one: Part, other: Part): Piece
  /** Number of a row in the order of insertion. */
  rowNumber(table: string): Piece
  /** Address of a row within one statement. */
  rowAddress(): Piece
  /** Deletes rows of a table, up to a thousand or all; repeated until none is left. */
  emptyTable(table: string): Piece
  /** Statement: the triggers of a table run or, as far as the engine can, do not. */
  runTriggers(table: string, run: boolean): Piece
  /** A table itself, where a common table expression has its name. */
  storedTable(table: string): Piece
  /** Highest id that a table has given, also of rows that are gone. */
  lastGivenId(table: string): Piece
  /** Statement: no id up to the highest in a table is given again, also where rows came with theirs. */
  keepIds(table: string): Piece
  /** Statements: a table, empty or not, goes on with the numbers of another. */
  beginIds(table: string): Piece
  continueIds(table: string, of: string): Piece
  /** Statement after `beginIds`: no id up to `last` is given again. */
  raiseIds(table: string, last: number): Piece
  /** Statement: what is deleted is overwritten, as far as the engine can. */
  overwriteDeleted(on: boolean): Piece
  createTrigger(trigger: Trigger): Piece
}

/** Prefix of function nodes that the compilers of both engines replace by their SQL. */
const PREFIX = 'portable:'

/** Arguments that are data of the program, not of the query, travel in the name of the function. */
export interface PortableCall {
  readonly name: keyof EngineSql
  readonly parameters: readonly unknown[]
}

export const nameOf = (call: PortableCall) => PREFIX + JSON.stringify([call.name, ...call.parameters])

/** SQL of an engine for a function node; undefined: the function is the database's own. */
export function pieceOf(engine: EngineSql, func: string, parts: readonly OperationNode[]): Piece | undefined {
  if (!func.startsWith(PREFIX)) return undefined
  const [name, ...parameters] = JSON.parse(func.slice(PREFIX.length)) as [keyof EngineSql, ...unknown[]]
  const pieces = engine as unknown as Record<string, (...args: unknown[]) => Piece>
  return pieces[name]?.(...parts.map((part) => new ExpressionWrapper(part)), ...parameters)
}
