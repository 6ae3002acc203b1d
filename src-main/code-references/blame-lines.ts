import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import type { CodeReference } from '#shared/clients/code-references/find-references.ts'
import type { Blame } from '#shared/clients/code-references/judge-references.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000
/** More lines than that would make the command line too long. */
const MAX_LINES = 200

/**
 * Asks git who wrote lines of a file. Lines that differ from the last commit have no author yet. Empty: there is no git, or it
 * does not know the file.
 *
 * A repository has settings that run programs. None of them does here: the last commit is read instead of the file (filters,
 * monitors), its text is not converted, and nothing is fetched.
 */
export async function blameLines(
  root: string,
  file: string,
  references: readonly Pick<CodeReference, 'line' | 'text'>[],
): Promise<ReadonlyMap<number, Blame>> {
  const lines = new Map(references.map(({ line, text }) => [line, text]))
  const ranges = [...lines.keys()].slice(0, MAX_LINES).flatMap((line) => ['-L', `${line},${line}`])
  try {
    const { stdout } = await run(
      'git',
      [
        ...['-C', path.resolve(root), '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
        ...['blame', '--no-textconv', '--line-porcelain', ...ranges, 'HEAD', '--', file],
      ],
      {
        // Windows looks for git in the working folder first: it is not to be one of the code
        cwd: path.dirname(process.execPath),
        timeout: TIMEOUT_MS,
        maxBuffer: 4 * 1024 * 1024,
        env: {
          ...process.env,
          ...{ GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1' },
          ...{ GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
        },
      },
    )
    const found = [...readPorcelain(stdout)]
    return new Map(
      found.flatMap(([line, { text, ...blame }]) =>
        text.trim().startsWith(lines.get(line) ?? '\n') ? [[line, blame]] : [],
      ),
    )
  } catch {
    return new Map()
  }
}

/** Reads the porcelain format: a header with the commit and the numbers of the line, fields, and the line after a tab. */
function readPorcelain(porcelain: string): ReadonlyMap<number, Blame & { text: string }> {
  const found = new Map<number, Blame & { text: string }>()
  let line = 0
  let blame: Blame = { commit: '', author: '', date: '' }
  for (const one of porcelain.split('\n')) {
    const [, commit, final] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(one) ?? []
    if (commit !== undefined) {
      line = Number(final)
      blame = { commit: commit.slice(0, 12), author: '', date: '' }
    } else if (one.startsWith('author ')) blame.author = one.slice('author '.length)
    else if (one.startsWith('author-time '))
      blame.date = new Date(Number(one.slice('author-time '.length)) * 1000).toISOString()
    else if (one.startsWith('\t')) found.set(line, { ...blame, text: one.slice(1) })
  }
  return found
}
