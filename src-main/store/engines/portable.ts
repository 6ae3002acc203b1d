import { FunctionNode, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import { nameOf, type EngineSql, type Trigger } from './engine-sql.ts'

type Text = Expression<unknown>

/** Builds a piece of SQL that each engine writes in its own way. */
export function portable<T>(
  name: keyof EngineSql,
  parts: readonly Expression<unknown>[],
  ...parameters: unknown[]
): RawBuilder<T> {
  const node = FunctionNode.create(
    nameOf({ name, parameters }),
    parts.map((part) => part.toOperationNode()),
  )
  return sql<T>`${{ toOperationNode: () => node, expressionType: undefined }}`
}

const jsonOf = (list: readonly unknown[]) => sql`${JSON.stringify(list)}`

/** Source of rows: the objects of a list, each in the column `value`. */
export const jsonObjects = (list: readonly object[]) => portable('jsonObjects', [jsonOf(list)])

/** Selects columns of rows that are objects of a JSON list, in the types that they have in a table. */
export const rowsFor = (json: string, table: string, columns: readonly string[]) =>
  portable<Record<string, unknown>>('rowsFor', [sql`${json}`], table, columns)

/** Source of rows: the texts of a list, each in the column `value`. */
export const jsonTexts = (list: readonly string[]) => portable('jsonTexts', [jsonOf(list)])

/** Source of rows: the texts of a list that a column holds as JSON, each in the column `value`. */
export const jsonTextsOf = (json: Text) => portable('jsonTexts', [json])

/** Source of rows: the objects of a list that a column holds as JSON, each in the column `value`. */
export const jsonObjectsOf = (json: Text) => portable('jsonObjects', [json])

/** Source of rows: the texts of a list within a JSON object, each in the column `value`. */
export const jsonTextsAt = (json: Text, key: string) => portable('jsonTextsAt', [json], key)

/** Text of a property of a JSON object. */
export const jsonText = (json: Text, key: string) => portable<string | null>('jsonText', [json], key)

/** Whole number of a property of a JSON object. */
export const jsonInteger = (json: Text, key: string) => portable<number | null>('jsonInteger', [json], key)

/** A JSON object with a text at a key, as text. */
export const withJsonText = (json: Text, key: string, text: Text) =>
  portable<string>('withJsonText', [json, text], key)

/** Length of a JSON list, or of the list at a key of a JSON object. */
export const jsonLength = (json: Text, key?: string) =>
  key === undefined
    ? portable<number | null>('jsonLength', [json])
    : portable<number | null>('jsonLengthAt', [json], key)

/** Matches a text by a pattern with `\` as escape, ignoring the case of ASCII letters. */
export const isLike = (text: Text, pattern: string) => portable<SqlBool>('like', [text, sql`${pattern}`])

/** Matches a text that contains another, letter for letter. */
export const contains = (text: Text, part: string | Text) =>
  portable<SqlBool>('contains', [text, typeof part === 'string' ? sql`${part}` : part])

/** A column that the planner looks at row by row: its index would find too many. */
export const unindexed = <T>(column: Expression<T>) => portable<T>('unindexed', [column])

/** The smaller of two numbers. */
export const least = (one: Text, other: Text) => portable<number>('least', [one, other])

/** The larger of two numbers. */
export const greatest = (one: Text, other: Text) => portable<number>('greatest', [one, other])

/** Number of a row in the order of insertion. */
export const rowNumber = (table: string) => portable<number>('rowNumber', [], table)

/** Address of a row, to change rows that a subquery finds. */
export const rowAddress = () => portable<unknown>('rowAddress', [])

/** Statement that deletes rows of a table; repeated until it deletes none. What refers to them goes too. */
export const emptyTable = (table: string) => portable<never>('emptyTable', [], table)

/** Statement that lets the triggers of a table run, or not: to copy rows that they have seen. */
export const runTriggers = (table: string, run: boolean) => portable<never>('runTriggers', [], table, run)

/** A table itself, where a common table expression has its name. */
export const storedTable = (table: string) => portable<unknown>('storedTable', [], table)

/** Highest id that a table has given, also of rows that are gone. */
export const lastGivenId = (table: string) => portable<number | null>('lastGivenId', [], table)

/** Statement after rows were inserted with ids of their own: the ids that the table gives go on behind them. */
export const keepIds = (table: string) => portable('keepIds', [], table)

/** Statement of migrations, ahead of `continueIds`. */
export const beginIds = (table: string) => portable('beginIds', [], table)

/** Statement of migrations: a table goes on with the numbers of the one that it replaces. */
export const continueIds = (table: string, of: string) => portable('continueIds', [], table, of)

/** Statement of a move, after `beginIds`: the ids that a table gives go on behind `last`, whatever rows it has. */
export const raiseIds = (table: string, last: number) => portable('raiseIds', [], table, last)

/** Statement of migrations: what is deleted is overwritten, as far as the engine can. */
export const overwriteDeleted = (on: boolean) => portable('overwriteDeleted', [], on)

/** Statement of migrations. */
export const createTrigger = (trigger: Trigger) => portable('createTrigger', [], trigger)
