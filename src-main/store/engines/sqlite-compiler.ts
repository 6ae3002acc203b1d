import { SqliteQueryCompiler, type FunctionNode } from 'kysely'

import { pieceOf } from './engine-sql.ts'
import { SQLITE_SQL } from './sqlite-sql.ts'

/** Compiler of queries for SQLite, with the pieces of `portable.ts`. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const piece = pieceOf(SQLITE_SQL, node.func, node.arguments)
    if (piece) this.visitNode(piece.toOperationNode())
    else super.visitFunction(node)
  }
}
