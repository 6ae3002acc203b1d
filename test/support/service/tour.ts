import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runner/root.ts'

const PAGE = 'docs/tour.md'
const WRITTEN_FOR = 'http://127.0.0.1:4242'

/** Commands and programs of the tour. */
export interface Tour {
  /** The shell commands, in order. */
  commands: string
  /** Commands that install the SDKs, in order. */
  installations: readonly string[]
  /** Programs by file name. */
  programs: ReadonlyMap<string, string>
}

/** Reads the tour as it stands on its page, for an instance at another address. */
export function readTour(url: string): Tour {
  const page = readFileSync(path.join(root, PAGE), 'utf8')
  const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text: text.replaceAll(WRITTEN_FOR, url),
  }))
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  const installations = blocks.flatMap(({ text }) =>
    [...text.matchAll(/^npm install .+$/gm)].map(([line]) => line),
  )
  const programs = blocks
    .filter(({ language }) => language === 'js')
    .map(({ text }) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? '', text] as const)
  if (commands.length === 0 || installations.length === 0 || programs.length === 0)
    throw new Error(`${PAGE} has no tour`)
  return { commands: commands.join('\n'), installations, programs: new Map(programs) }
}
