import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runner/root.ts'

/** A fenced block of a page. */
interface Block {
  language: string
  text: string
}

/** Reads the fenced blocks of a page of the repository, without their indentation. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(path.join(root, page), 'utf8')
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', inner = '']) => ({
      language,
      text: inner
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
    }),
  )
}

/** Lists the commands of a block for a shell: lines that go on are joined, comments and empty lines left out. */
export const commandsIn = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .filter((line) => line !== '')

/** Commands of a page, by blocks. A block without a language is one if it begins with `halyard`. */
export const commandBlocksOf = (page: string): string[][] =>
  blocksOf(page)
    .filter(({ language, text }) => ['sh', 'console'].includes(language) || text.startsWith('halyard '))
    .map(({ text }) => commandsIn(text))
