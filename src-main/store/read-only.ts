import {
  RawNode,
  SelectQueryNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RootOperationNode,
} from 'kysely'

import type { Queries } from './queries.ts'

const READS = /^\s*(select|with|values|pragma|explain)\b/i
const WRITES = /\b(insert (or \w{1,20} )?into|update \w{1,60} set|delete from|replace into)\b/i

const known = new WeakMap<Queries, Queries>()

/**
 * Returns read-only queries, which prevent writes by mistake. A statement that is not a select throws.
 * Read-only requests, such as a GET, get only these.
 */
export function readOnly(queries: Queries): Queries {
  const made = known.get(queries) ?? queries.withPlugin(new ReadOnly())
  known.set(queries, made)
  return made
}

class ReadOnly implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (SelectQueryNode.is(node) || isReadingText(node)) return node
    throw new TypeError(`a ${node.kind} was tried by what may only read: make it a mutation`)
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

function isReadingText(node: RootOperationNode): boolean {
  if (!RawNode.is(node)) return false
  const text = node.sqlFragments.join(' ? ')
  return READS.test(text) && !WRITES.test(text.replace(/\s+/g, ' '))
}
