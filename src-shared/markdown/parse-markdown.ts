/** Part of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; content: readonly Inline[] }
  | { kind: 'emphasis'; content: readonly Inline[] }
  | { kind: 'link'; href: string; content: readonly Inline[] }

/** Paragraph, heading or list. */
export type Block =
  | { kind: 'paragraph'; lines: readonly (readonly Inline[])[] }
  | { kind: 'heading'; content: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }

const DEEPEST = 4
const HEADING = /^#{1,6} (.*)$/
const BULLET = /^ {0,3}[-*+] (.*)$/
const NUMBER = /^ {0,3}\d{1,9}[.)] (.*)$/

/**
 * Reads a small part of Markdown: paragraphs, headings, lists, `code`, **strong**, *emphasis* and [links](url).
 * Everything else, HTML too, is text.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let lines: (readonly Inline[])[] = []
  let items: { isOrdered: boolean; items: (readonly Inline[])[] } | undefined
  const close = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', lines })
    if (items) blocks.push({ kind: 'list', ...items })
    lines = []
    items = undefined
  }
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[1]
    const bullet = BULLET.exec(line)?.[1]
    const number = NUMBER.exec(line)?.[1]
    const item = bullet ?? number
    if (heading !== undefined) {
      close()
      blocks.push({ kind: 'heading', content: parseInline(heading) })
    } else if (item !== undefined) {
      const isOrdered = bullet === undefined
      if (items?.isOrdered !== isOrdered) {
        close()
        items = { isOrdered, items: [] }
      }
      items.items.push(parseInline(item))
    } else if (line.trim() === '') close()
    else {
      if (items) close()
      lines.push(parseInline(line.trim()))
    }
  }
  close()
  return blocks
}

/** Marks and how each begins and ends, in the order in which they are tried. */
const MARKS = [
  { mark: '**', kind: 'strong' },
  { mark: '__', kind: 'strong' },
  { mark: '*', kind: 'emphasis' },
  { mark: '_', kind: 'emphasis' },
] as const

/** Reads the marks within a line; a mark without its end is text. */
export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  // remember a search without a match, so that time stays linear in the length
  const missing = new Set<string>()
  const find = (what: string, from: number) => {
    if (missing.has(what)) return -1
    const at = text.indexOf(what, from)
    if (at === -1) missing.add(what)
    return at
  }
  let plain = ''
  const add = (part: Inline) => {
    if (plain) parts.push({ kind: 'text', text: plain })
    plain = ''
    parts.push(part)
  }
  let at = 0
  while (at < text.length) {
    const found = depth < DEEPEST ? markAt(text, at, depth, find) : undefined
    if (found) {
      add(found.part)
      at = found.end
    } else plain += text[at++] ?? ''
  }
  if (plain) parts.push({ kind: 'text', text: plain })
  return parts
}

type Find = (what: string, from: number) => number

function markAt(
  text: string,
  at: number,
  depth: number,
  find: Find,
): { part: Inline; end: number } | undefined {
  if (text[at] === '`') {
    const end = find('`', at + 1)
    return end > at + 1 ? { part: { kind: 'code', text: text.slice(at + 1, end) }, end: end + 1 } : undefined
  }
  if (text[at] === '[') return linkAt(text, at, depth, find)
  for (const { mark, kind } of MARKS) {
    if (!text.startsWith(mark, at)) continue
    // an underscore within a word is part of it, as in names of flags
    if (mark[0] === '_' && /\w/.test(text[at - 1] ?? '')) return undefined
    const from = at + mark.length
    const end = find(mark, from)
    if (end <= from || /\s/.test(text[from] ?? '')) continue
    return {
      part: { kind, content: parseInline(text.slice(from, end), depth + 1) },
      end: end + mark.length,
    }
  }
  return undefined
}

function linkAt(text: string, at: number, depth: number, find: Find) {
  const middle = find('](', at)
  const end = middle === -1 ? -1 : find(')', middle)
  if (end === -1) return undefined
  const label = text.slice(at + 1, middle)
  const href = text.slice(middle + 2, end).trim()
  if (label === '' || label.includes('[') || href === '') return undefined
  return {
    part: { kind: 'link', href, content: parseInline(label, depth + 1) } as const,
    end: end + 1,
  }
}
