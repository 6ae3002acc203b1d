import { execFile } from 'node:child_process'
import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { messageOf } from '#shared/errors/message-of.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 120_000
/** Longer than any scenario file. */
const MAX_OUTPUT = 64 * 1024 * 1024
const NEW_FILE_MODE = '100644'

/** A file on a branch of a repository, and what a commit to it starts from. */
export interface BranchFile {
  file: string
  folder: string
  /** Path of the file within the repository. */
  path: string
  branch: string
  /** True if the branch is checked out in the working tree of the file. */
  isCheckedOut: boolean
  /** Commit that the next one follows: the tip of the branch, else that of the working tree. */
  base: string
  /** Undefined: the branch does not exist yet. */
  tip: string | undefined
  mode: string
  /** Undefined: the base does not have the file. */
  text: string | undefined
}

interface GitOptions {
  input?: string
  env?: Readonly<Record<string, string>>
}

/** Runs the system's git in a folder. Throws an Error with what git says. */
async function git(
  folder: string,
  args: readonly string[],
  { input, env }: GitOptions = {},
): Promise<string> {
  const running = run('git', ['-C', folder, ...args], {
    // Windows looks for git in the working folder first: it is not to be one of the repository
    cwd: path.dirname(process.execPath),
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
    env: {
      ...process.env,
      ...{ GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1', LC_ALL: 'C' },
      ...env,
    },
  })
  // git may end before it has read all of its input: its status says why
  running.child.stdin?.on('error', () => undefined)
  running.child.stdin?.end(input)
  try {
    return (await running).stdout
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new Error('git is not installed, or not in the PATH.', { cause: error })
    const said = (stderr ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ')
    throw new Error(`git ${args[0] ?? ''} failed: ${said || 'no reason given'}`, { cause: error })
  }
}

/** Runs git; undefined if it fails because there is no such thing. */
const gitOr = async (folder: string, ...args: string[]): Promise<string | undefined> => {
  try {
    return (await git(folder, args)).trim()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('git is not installed')) throw error
    return undefined
  }
}

/** Finds a file on a branch. Throws an Error that says what to do, if a commit would lose something or could not be made. */
export async function findOnBranch(file: string, branch: string): Promise<BranchFile> {
  const [folder, name] = [path.dirname(path.resolve(file)), path.basename(file)]
  const found = statusOf(folder)
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder}.`)
  if (statusOf(path.resolve(file))?.isSymbolicLink())
    throw new Error(`${file} is a link. Name the file that it leads to.`)
  const isInside = await git(folder, ['rev-parse', '--is-inside-work-tree']).catch((error: unknown) => {
    throw new Error(`${file} is in no git repository that can be used: ${messageOf(error)}`, { cause: error })
  })
  if (isInside.trim() !== 'true') throw new Error(`${file} is in no working tree of git.`)
  const ref = `refs/heads/${branch}`
  if (branch.startsWith('-') || (await gitOr(folder, 'check-ref-format', ref)) === undefined)
    throw new Error(`${branch} can't be the name of a branch.`)
  const current = await gitOr(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD')
  if (current === undefined) throw new Error('HEAD is detached. Check out a branch first.')
  const head = await gitOr(folder, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (head === undefined) throw new Error('The repository has no commit yet. Make the first one yourself.')
  await requireClean(folder, file)
  const isCheckedOut = current === branch
  const worktrees = (await git(folder, ['worktree', 'list', '--porcelain'])).split('\n')
  if (!isCheckedOut && worktrees.includes(`branch ${ref}`))
    throw new Error(`${branch} is checked out in another working tree. Choose another branch.`)
  const tip = await gitOr(folder, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  const base = tip ?? head
  const inRepository = `${(await git(folder, ['rev-parse', '--show-prefix'])).replace(/\n$/, '')}${name}`
  const entry = await git(folder, ['ls-tree', '-z', base, '--', name])
  const [, mode, type] = /^(\d+) (\w+) /.exec(entry) ?? []
  if (entry !== '' && (type !== 'blob' || mode === '120000'))
    throw new Error(`${file} is no file on ${branch}, but a link or a folder.`)
  return {
    ...{ file, folder, path: inRepository, branch, isCheckedOut, base, tip },
    mode: mode ?? NEW_FILE_MODE,
    text: entry === '' ? undefined : await git(folder, ['cat-file', '--filters', `${base}:${inRepository}`]),
  }
}

const statusOf = (file: string) => lstatSync(file, { throwIfNoEntry: false })

async function requireClean(folder: string, file: string): Promise<void> {
  const status = await git(folder, [
    ...['status', '--porcelain', '-z', '--untracked-files=all', '--ignored', '--', path.basename(file)],
  ])
  if (status.startsWith('!!')) throw new Error(`git ignores ${file}.`)
  if (status !== '')
    throw new Error(`${file} has changes that are not committed. Commit or stash them first.`)
}

/**
 * Commits a text as the file, on top of the branch. Undefined: it is that already. An index of its own is used, so the working tree
 * and what is staged stay as they are; only where the branch is checked out, the file is renewed there. Hooks do not run.
 */
export async function commitFile(at: BranchFile, text: string, message: string): Promise<string | undefined> {
  const { file, folder, branch, base, tip, mode } = at
  if (text === at.text) return undefined
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'halyard-git-'))
  try {
    const env = { GIT_INDEX_FILE: path.join(temporary, 'index') }
    const hashing = ['hash-object', '-w', '--stdin', `--path=${path.basename(file)}`]
    const blob = (await git(folder, hashing, { input: text })).trim()
    await git(folder, ['read-tree', base], { env })
    await git(folder, ['update-index', '--add', '--cacheinfo', `${mode},${blob},${at.path}`], { env })
    const tree = (await git(folder, ['write-tree'], { env })).trim()
    if (tree === (await git(folder, ['rev-parse', `${base}^{tree}`])).trim()) return undefined
    const signs = (await gitOr(folder, 'config', '--type=bool', '--get', 'commit.gpgsign')) === 'true'
    const committing = ['commit-tree', tree, '-p', base, ...(signs ? ['-S'] : []), '-F', '-']
    const commit = (await git(folder, committing, { input: `${message}\n` })).trim()
    await requireClean(folder, file)
    // fails if somebody else has committed meanwhile
    await git(folder, ['update-ref', '-m', 'halyard export', `refs/heads/${branch}`, commit, tip ?? ''])
    if (at.isCheckedOut) await git(folder, ['checkout', '--quiet', commit, '--', path.basename(file)])
    return commit
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Pushes the branch to its remote, else to origin. Returns the name of the remote. */
export async function pushBranch({ folder, branch }: BranchFile): Promise<string> {
  const remote = (await gitOr(folder, 'config', '--get', `branch.${branch}.remote`)) ?? 'origin'
  await git(folder, ['push', '--quiet', remote, `refs/heads/${branch}`])
  return remote
}
