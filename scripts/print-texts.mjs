// Prints the texts of the window, file by file with their lines, to be read as one document: `node scripts/print-texts.mjs [folder]`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { parse } from 'svelte/compiler'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '..')
const folder = process.argv[2] ?? 'src-renderer'

/** Attributes that hold names of things, not words. */
const SILENT =
  /^(class|href|src|id|name|type|role|for|style.*|datetime|tone|kind|size|variant|rel|target|autocomplete|inputmode|d|viewBox|fill|stroke.*|x\d?|y\d?|width|height|data-.*|aria-(?!label$|description$|roledescription$|valuetext$).*|method|path|icon|value|key|align|side|lang|dir|spellcheck|loading|xmlns|tabindex|slot|mode|layout|permission|scope)$/
/** A word that begins like a sentence, or several words. */
const isText = (text) =>
  /[A-Za-z]{2}/.test(text) && (/^[A-Z][a-z]+$/.test(text) || /[A-Za-z,.:;”"')}] +[A-Za-z{(“"']/.test(text))

/** Texts of a file as [line, text], in their order. */
export function textsOf(file) {
  const source = readFileSync(file, 'utf8')
  const found = file.endsWith('.svelte') ? ofTemplate(source) : ofScript(source, 0)
  return found
    .map(([at, text]) => [source.slice(0, at).split('\n').length, text.replace(/\s+/g, ' ').trim()])
    .filter(([, text]) => text !== '')
}

function ofTemplate(source) {
  const tree = parse(source, { modern: true })
  const found = []
  for (const script of [tree.module, tree.instance]) {
    if (script)
      found.push(...ofScript(source.slice(script.content.start, script.content.end), script.content.start))
  }
  visit(tree.fragment)
  return found

  function visit(node) {
    if (Array.isArray(node)) {
      for (const one of node) visit(one)
    } else if (node?.type === 'Fragment') fragment(node.nodes)
    else if (node?.type === 'Attribute') attribute(node)
    else if (node?.type === 'ExpressionTag') expression(node)
    else if (node && typeof node === 'object' && typeof node.type === 'string') {
      if (typeof node.expression === 'object') expression(node)
      for (const [key, value] of Object.entries(node)) {
        if (!['expression', 'metadata', 'parent', 'name_loc'].includes(key) && typeof value === 'object')
          visit(value)
      }
    }
  }

  /** Text and the expressions in it as one line. */
  function fragment(nodes) {
    let line = ''
    let start = -1
    const flush = () => {
      if (/[A-Za-z]{2}/.test(line.replace(/\{[^}]*\}/g, ''))) found.push([start, line])
      line = ''
      start = -1
    }
    for (const node of nodes) {
      if (node.type === 'Text' || node.type === 'ExpressionTag') {
        if (start < 0 && (node.type !== 'Text' || node.data.trim() !== ''))
          start = node.start + (node.type === 'Text' ? node.raw.length - node.raw.trimStart().length : 0)
        line += node.type === 'Text' ? node.data : source.slice(node.start, node.end)
        if (node.type === 'ExpressionTag') expression(node)
      } else {
        flush()
        visit(node)
      }
    }
    flush()
  }

  function attribute(node) {
    if (SILENT.test(node.name) || node.value === true) return
    const parts = Array.isArray(node.value) ? node.value : [node.value]
    if (parts.every(({ type }) => type === 'ExpressionTag')) return parts.forEach(expression)
    found.push([
      node.start,
      `[${node.name}] ${parts.map((one) => one.raw ?? source.slice(one.start, one.end)).join('')}`,
    ])
  }

  function expression(node) {
    const inner = node.expression
    if (inner && typeof inner.start === 'number')
      found.push(...ofScript(`(${source.slice(inner.start, inner.end)})`, inner.start - 1))
    if (node.type !== 'ExpressionTag') return
  }
}

function ofScript(source, offset) {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true)
  const found = []
  visit(file)
  return found

  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node)) add(node, node.getText().slice(1, -1).replaceAll('${', '{'))
    ts.forEachChild(node, visit)
  }

  function add(node, text) {
    if (isText(text)) found.push([offset + node.getStart(), text])
  }
}

if (process.argv[1] === import.meta.filename) {
  const files = readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$/.test(name))
    .toSorted()
  for (const name of files) {
    const texts = textsOf(path.join(root, folder, name))
    if (texts.length === 0) continue
    console.log(`\n${folder}/${name}`)
    for (const [line, text] of texts) console.log(`  ${line}: ${text}`)
  }
}
