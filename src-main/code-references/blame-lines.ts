import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Blame } from '../../src-shared/clients/code-references/judge-references.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000
/** More lines than that would make the command line too long. */
const MAX_LINES = 200

/** Asks git who wrote lines of a file. Empty: there is no git, or it does not know the file. */
export async function blameLines(
  root: string,
  file: string,
  lines: readonly number[],
): Promise<ReadonlyMap<number, Blame>> {
  const ranges = [...new Set(lines)].slice(0, MAX_LINES).flatMap((line) => ['-L', `${line},${line}`])
  try {
    const { stdout } = await run('git', ['blame', '--line-porcelain', ...ranges, '--', file], {
      cwd: root,
      timeout: TIMEOUT_MS,
      maxBuffer: 4 * 1024 * 1024,
    })
    return readPorcelain(stdout)
  } catch {
    return new Map()
  }
}

/** Reads the porcelain format: a header with the commit and the numbers of the line, fields, and the line after a tab. */
export function readPorcelain(text: string): ReadonlyMap<number, Blame> {
  const found = new Map<number, Blame>()
  let line = 0
  let blame: Blame = { commit: '', author: '', date: '' }
  for (const one of text.split('\n')) {
    const [, commit, final] = /^([0-9a-f]{40}) \d+ (\d+)/.exec(one) ?? []
    if (commit !== undefined) {
      line = Number(final)
      blame = { commit: commit.slice(0, 12), author: '', date: '' }
    } else if (one.startsWith('author ')) blame.author = one.slice('author '.length)
    else if (one.startsWith('author-time '))
      blame.date = new Date(Number(one.slice('author-time '.length)) * 1000).toISOString()
    else if (one.startsWith('\t')) found.set(line, blame)
  }
  return found
}
