import { Composer, CST, Lexer, LineCounter, Parser } from 'yaml'

import { mapInSteps } from '../../../../kernel/in-steps.ts'
import { Turn } from '../../../../kernel/turn.ts'
import { entriesOf, type Entry, type Token } from './document-entries.ts'
import type { Fault, ScenarioDocument } from '../scenario/scenario-fault.ts'

/** Aliases can only be followed in a document that is read as a whole, which takes one turn. */
const MAX_WHOLE_TEXT = 200_000
const LEXEMES_AT_ONCE = 200
const REFERENCE = /^[*&!]/

/** Reads a YAML file (JSON is YAML) in steps, with every syntax error and its line. */
export async function readDocument(text: string): Promise<ScenarioDocument> {
  const lines = new LineCounter()
  const { tokens, hasReferences } = await parse(text, lines)
  const documents = tokens.filter((token) => token.type === 'document')
  const [document] = documents
  const faults: Fault[] = []
  const fault = (message: string, offset: number) =>
    faults.push({ path: [], message, line: lines.linePos(offset).line })
  if (documents[1]) fault('A scenario is one document: remove the second one', documents[1].offset)
  const isLong = text.length > MAX_WHOLE_TEXT
  if (isLong && hasReferences) fault('Anchors, aliases and tags can be used in files up to 200 KB only', 0)
  const entries = isLong ? entriesOf(document?.value) : undefined
  const value =
    faults.length > 0 ? undefined : entries ? await composeInSteps(entries, fault) : compose(tokens, fault)
  return { value, faults, lineOf: (path) => lines.linePos(offsetOf(document?.value, path)).line }
}

async function parse(
  text: string,
  lines: LineCounter,
): Promise<{ tokens: CST.Token[]; hasReferences: boolean }> {
  const tokens: CST.Token[] = []
  const turn = new Turn()
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  let hasReferences = false
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    hasReferences ||= REFERENCE.test(lexeme)
    tokens.push(...parser.next(lexeme))
    count += 1
    if (count % LEXEMES_AT_ONCE === 0) await turn.pause()
  }
  tokens.push(...parser.end())
  return { tokens, hasReferences }
}

type NoteFault = (message: string, offset: number) => void

function compose(tokens: readonly CST.Token[], fault: NoteFault): unknown {
  let value: unknown = null
  const composer = new Composer({ prettyErrors: false })
  for (const document of composer.compose(tokens as CST.Token[], true, 0)) {
    for (const { message, pos } of document.errors) fault(message, pos[0])
    if (document.errors.length > 0) continue
    try {
      value = document.toJS({ maxAliasCount: 100 }) as unknown
    } catch (error) {
      fault((error as Error).message, 0)
    }
  }
  return value
}

/** Composes the items of the lists one by one: they stand alone, as there are no aliases. */
async function composeInSteps(entries: readonly Entry[], fault: NoteFault): Promise<Record<string, unknown>> {
  const value: Record<string, unknown> = {}
  for (const { key, value: one, items } of entries) {
    const name = scalarOf(key)
    if (Object.hasOwn(value, name)) fault(`"${name}" stands there twice`, key.offset)
    define(
      value,
      name,
      items ? await mapInSteps(items, (item) => composeOne(item, fault)) : composeOne(one, fault),
    )
  }
  return value
}

/** A name such as `__proto__` is a property like any other. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

function composeOne(token: Token | undefined, fault: NoteFault): unknown {
  if (!token) return null
  return compose([{ type: 'document', offset: token.offset, start: [], value: token }], fault)
}

const scalarOf = (token: CST.Token): string =>
  (CST.isScalar(token) ? CST.resolveAsScalar(token)?.value : undefined) ?? ''

/** Offset of the value at a path, or of the innermost one around it. */
function offsetOf(root: Token | undefined, path: readonly (string | number)[]): number {
  let token: Token | undefined = root
  let offset = root?.offset ?? 0
  for (const part of path) {
    if (!token || !('items' in token)) return offset
    const item = (token.items as CollectionItem[])
      .filter(({ key, value }) => key || value)
      .find((one, index) =>
        typeof part === 'number' ? index === part : one.key && scalarOf(one.key) === part,
      )
    if (!item) return offset
    offset = (item.key ?? item.value)?.offset ?? offset
    token = item.value ?? undefined
  }
  return offset
}

interface CollectionItem {
  key?: CST.Token | null
  value?: Token
}
