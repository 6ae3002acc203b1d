import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runner/root.ts'

/** A fenced block of a page. */
interface Block {
  language: string
  text: string
  /** True if nothing but empty lines stands between the block before and this one. */
  follows: boolean
}

/** Commands of a block, and the answer that the page shows below them. */
interface CommandBlock {
  commands: string[]
  answer?: Block
}

/** Stands for what differs from run to run. */
const ELLIPSIS = '…'

/** Reads the fenced blocks of a page of the repository, without their indentation. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(path.join(root, page), 'utf8')
  let end = 0
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)].map((match) => {
    const [whole, indent = '', language = '', inner = ''] = match
    const follows = end > 0 && text.slice(end, match.index).trim() === ''
    end = match.index + whole.length
    return {
      language,
      text: inner
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
      follows,
    }
  })
}

/** Lists the commands of a block for a shell: lines that go on are joined, comments and empty lines left out. */
export const commandsIn = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .filter((line) => line !== '')

/** Commands of a page, by blocks. A block without a language is one if it begins with `halyard`. */
export const commandBlocksOf = (page: string): CommandBlock[] =>
  blocksOf(page).flatMap(({ language, text }, index, all) => {
    if (!['sh', 'console'].includes(language) && !text.startsWith('halyard ')) return []
    const next = all[index + 1]
    const isAnswer = next?.follows === true && ['json', 'text'].includes(next.language)
    return [{ commands: commandsIn(text), ...(isAnswer ? { answer: next } : {}) }]
  })

/**
 * Finds the first place where a printed answer is not what the page shows. In the page, `…` stands for any text, and the property
 * `"…"` for further ones.
 */
export function differenceOf(
  { language, text }: Pick<Block, 'language' | 'text'>,
  printed: string,
): string | undefined {
  if (language === 'json') return jsonDifference(JSON.parse(text), JSON.parse(printed), '')
  return patternOf(text.trim()).test(printed.trim()) ? undefined : `printed:\n${printed}`
}

const patternOf = (text: string) => new RegExp(`^${text.split(ELLIPSIS).map(escaped).join('[^]*?')}$`)

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

function jsonDifference(shown: unknown, got: unknown, at: string): string | undefined {
  if (shown === ELLIPSIS) return undefined
  if (typeof shown === 'string' && typeof got === 'string' && patternOf(shown).test(got)) return undefined
  if (typeof shown !== 'object' || typeof got !== 'object' || shown === null || got === null)
    return shown === got
      ? undefined
      : `${at}: the page shows ${JSON.stringify(shown)}, printed was ${JSON.stringify(got)}`
  const [ours, theirs] = [new Map(Object.entries(shown)), new Map<string, unknown>(Object.entries(got))]
  const isOpen = ours.delete(ELLIPSIS)
  const more = isOpen ? [] : [...theirs.keys()].filter((key) => !ours.has(key))
  if (more.length > 0) return `${at}: the page lacks ${more.join(', ')}`
  for (const [key, value] of ours) {
    if (!theirs.has(key)) return `${at}: ${key} was not printed`
    const difference = jsonDifference(value, theirs.get(key), `${at}/${key}`)
    if (difference !== undefined) return difference
  }
  return undefined
}
