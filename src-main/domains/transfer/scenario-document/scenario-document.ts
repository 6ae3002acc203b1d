import { Composer, CST, isMap, isScalar, Lexer, LineCounter, Parser, visit, type Document } from 'yaml'

import { messageOf } from '#shared/errors/message-of.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import type { Fault, ScenarioDocument } from '../scenario/scenario-fault.ts'
import { isLonger, partsOf, type Token } from './document-parts.ts'

/** A longer part is read in parts: composing so much takes some milliseconds. */
const MAX_AT_ONCE = 20_000
/** Aliases can only be followed in a document that is read as a whole, which takes one turn, and so does what is no clear list. */
const MAX_WHOLE_TEXT = 200_000
/** Anchors, aliases and tags. Each alias is looked up in the whole document. */
const MAX_REFERENCES = 500
/** Lists and maps within each other. The payload of a signal may have a hundred. */
const MAX_LEVELS = 250
/** Faults that are noted. */
const MAX_FAULTS = 1000
const LEXEMES_AT_ONCE = 200
const REFERENCE = /^[*&!]/

type NoteFault = (message: string, offset: number) => void

/** Reads a YAML file (JSON is YAML) in steps, with every syntax error and its line. */
export async function readDocument(text: string): Promise<ScenarioDocument> {
  const lines = new LineCounter()
  const faults: Fault[] = []
  const fault: NoteFault = (message, offset) => {
    if (faults.length < MAX_FAULTS) faults.push({ path: [], message, line: lines.linePos(offset).line })
  }
  const { tokens, references } = await parse(text, lines, fault)
  const documents = tokens.filter((token) => token.type === 'document')
  const [document] = documents
  if (documents[1]) fault('A scenario is one document: remove the second one', documents[1].offset)
  // what follows on them is in no document
  for (const token of tokens)
    if (token.type === 'error') fault(`${token.message}: ${JSON.stringify(token.source)}`, token.offset)
  if (references > 0 && text.length > MAX_WHOLE_TEXT)
    fault('Anchors, aliases and tags can be used in files up to 200 KB only', 0)
  if (references > MAX_REFERENCES)
    fault(`A file has at most ${MAX_REFERENCES} anchors, aliases and tags. This one has ${references}`, 0)
  const isWhole = references > 0 || text.length <= MAX_AT_ONCE || !partsOf(document?.value)
  const value =
    faults.length > 0
      ? undefined
      : isWhole
        ? composeWhole(tokens, text, fault)
        : await composeInSteps(document?.value, fault)
  return { value, faults, lineOf: (path) => lines.linePos(offsetOf(document?.value, path)).line }
}

/** Divides the text into tokens. Stops at what is nested too deep: further on each level would be one of the stack. */
async function parse(
  text: string,
  lines: LineCounter,
  fault: NoteFault,
): Promise<{ tokens: CST.Token[]; references: number }> {
  const tokens: CST.Token[] = []
  const turn = new Turn()
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  let references = 0
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    if (REFERENCE.test(lexeme)) references += 1
    tokens.push(...parser.next(lexeme))
    if (parser.stack.length > MAX_LEVELS) {
      fault(`Lists and maps must not be nested more than ${MAX_LEVELS} levels deep`, parser.offset)
      return { tokens: [], references }
    }
    count += 1
    if (count % LEXEMES_AT_ONCE === 0) await turn.pause()
  }
  tokens.push(...parser.end())
  return { tokens, references }
}

function composeWhole(tokens: readonly CST.Token[], text: string, fault: NoteFault): unknown {
  if (text.length <= MAX_WHOLE_TEXT) return compose(tokens, fault)
  fault('A file of more than 200 KB is a map of lists, or JSON', 0)
  return undefined
}

function compose(tokens: readonly CST.Token[], fault: NoteFault): unknown {
  let value: unknown = null
  // the library compares each key with each other one
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false })
  for (const document of composer.compose(tokens as CST.Token[], true, 0)) {
    for (const { message, pos } of document.errors) fault(message, pos[0])
    if (document.errors.length > 0 || hasRepeatedKeys(document, fault)) continue
    try {
      value = document.toJS({ maxAliasCount: 100 }) as unknown
    } catch (error) {
      fault(messageOf(error), 0)
    }
  }
  return value
}

function hasRepeatedKeys(document: Document, fault: NoteFault): boolean {
  let hasSome = false
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<unknown>()
      for (const { key } of isMap(map) ? map.items : []) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) {
          hasSome = true
          fault(`"${String(key.value)}" stands there twice`, key.range?.[0] ?? 0)
        }
        seen.add(key.value)
      }
    },
  })
  return hasSome
}

/** Composes a long part in parts: they stand alone, as there are no aliases. */
async function composeInSteps(token: Token | undefined, fault: NoteFault): Promise<unknown> {
  if (!token) return null
  const parts = isLonger(token, MAX_AT_ONCE) ? partsOf(token) : undefined
  if (!parts) return composeOne(token, fault)
  if (parts.kind === 'list') return mapInSteps(parts.items, (item) => composeInSteps(item, fault))
  const value: Record<string, unknown> = {}
  const turn = new Turn()
  for (const { key, value: one } of parts.entries) {
    const name = scalarOf(key)
    if (Object.hasOwn(value, name)) fault(`"${name}" stands there twice`, key.offset)
    define(value, name, await composeInSteps(one, fault))
    await turn.pause()
  }
  return value
}

/** A name such as `__proto__` is a property like any other. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

function composeOne(token: NonNullable<Token>, fault: NoteFault): unknown {
  // a text is one token, however long
  if ('items' in token && isLonger(token, MAX_WHOLE_TEXT)) {
    fault('This is too long to be read at once: write it as lists and maps, or as JSON', token.offset)
    return null
  }
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
