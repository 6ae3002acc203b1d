import type { Compilable, CompiledQuery, QueryResult } from 'kysely'

import { ownValue } from '#shared/own-value.ts'
import type { Queries } from './queries.ts'

/** Stands for a parameter while the query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Gives a placeholder for any name. */
const PLACEHOLDERS: unknown = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })

/**
 * Prepares a query that runs often: it is built and compiled once, and run with other parameters each time. The
 * parameters are values that a column, `inTexts` or `inNumbers` takes; the query must not decide anything by them.
 * Plugins that rewrite queries (hidden projects) are applied as ever.
 */
export function prepared<P extends Readonly<Record<string, unknown>>, Row>(
  build: (queries: Queries, parameters: P) => Compilable<Row>,
): (queries: Queries, parameters: P) => Promise<QueryResult<Row>> {
  // the last plugin of queries knows those before it; without any, the adapter stands for the store
  const compiledFor = new WeakMap<object, CompiledQuery<Row>>()
  return (queries, parameters) => {
    const executor = queries.getExecutor()
    const rewriter = executor.plugins.at(-1) ?? executor.adapter
    let compiled = compiledFor.get(rewriter)
    if (!compiled) {
      compiled = build(queries, PLACEHOLDERS as P).compile()
      compiledFor.set(rewriter, compiled)
    }
    const values = compiled.parameters.map((value) =>
      value instanceof Placeholder ? ownValue(parameters, value.name) : value,
    )
    return executor.executeQuery<Row>({ ...compiled, parameters: values })
  }
}
