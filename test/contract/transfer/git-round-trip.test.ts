import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { placeMigrated } from '#support/runner/migrated-folder.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { runProgram } from '#support/service/program.ts'
import { runCommandLine as run } from '#support/service/run-command-line.ts'

const FILE = `# flags of the shop
scenario: 1
flags:
  # asked for by Ada
  - name: checkout
    description: before
`
const BRANCH = 'halyard/changes'

let temp: ReturnType<typeof makeTempFolder>
let data: string
let repository: string
let file: string

/** Runs git in the repository, with the config of this test alone. */
const git = async (...args: string[]) =>
  (
    await runProgram('git', ['-C', repository, ...args], {
      env: { GIT_CONFIG_GLOBAL: path.join(temp.folder, 'home', 'config'), GIT_CONFIG_NOSYSTEM: '1' },
    })
  ).trim()

/** An instance that differs from the file of a repository, by the description of a flag. */
beforeEach(async () => {
  temp = makeTempFolder()
  const [home, folders] = [path.join(temp.folder, 'home'), ['data', 'repository', 'home']]
  for (const folder of folders) mkdirSync(path.join(temp.folder, folder))
  data = path.join(temp.folder, 'data')
  repository = path.join(temp.folder, 'repository')
  file = path.join(repository, 'config', 'flags.yaml')
  writeFileSync(path.join(home, 'config'), '[user]\n\tname = Ada\n\temail = ada@example.com\n')
  vi.stubEnv('GIT_CONFIG_GLOBAL', path.join(home, 'config'))
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  await placeMigrated(data)
  await git('init', '--quiet', '--initial-branch=main')
  mkdirSync(path.dirname(file))
  writeFileSync(file, FILE.replace('before', 'after'))
  expect(await run('apply', file, '--data-dir', data)).toMatchObject({ status: 0 })
  writeFileSync(file, FILE)
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Begin')
})
afterEach(() => {
  vi.unstubAllEnvs()
  temp.remove()
})

const write = (...more: string[]) =>
  run('export', '--scenario', '--data-dir', data, '--into', file, '--git-branch', BRANCH, ...more)
const onBranch = (branch = BRANCH) => git('show', `${branch}:config/flags.yaml`)

describe('an export as a commit', () => {
  it('changes the branch, keeps lists and comments, and leaves the working tree as it is', async () => {
    writeFileSync(path.join(repository, 'other.txt'), 'work in progress\n')
    await git('add', 'other.txt')
    const { status, out } = await write('--message', 'Take over "after"')
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(
        /^Committed [0-9a-f]{12} to halyard\/changes: 0 added, 1 changed, 0 removed\.\n$/,
      ),
    ])
    expect(await onBranch()).toBe(FILE.replace('before', 'after').trim())
    expect(await git('log', '--format=%an %ae %s', '-1', BRANCH)).toBe(
      'Ada ada@example.com Take over "after"',
    )
    expect(await git('rev-parse', `${BRANCH}^`)).toBe(await git('rev-parse', 'main'))
    expect(await git('diff', '--name-only', 'main', BRANCH)).toBe('config/flags.yaml')
    expect(readFileSync(file, 'utf8')).toBe(FILE)
    expect(await git('symbolic-ref', '--short', 'HEAD')).toBe('main')
    expect(await git('status', '--porcelain')).toBe('A  other.txt')
  })

  it('is made once: what the branch has already is no further commit', async () => {
    await write()
    const tip = await git('rev-parse', BRANCH)
    expect(await write()).toMatchObject({
      status: 0,
      out: expect.stringContaining('Nothing to commit') as string,
    })
    expect(await git('rev-parse', BRANCH)).toBe(tip)
    writeFileSync(path.join(temp.folder, 'more.yaml'), 'scenario: 1\nflags: [{ name: search }]\n')
    await run('apply', path.join(temp.folder, 'more.yaml'), '--data-dir', data)
    expect((await write()).out).toContain('1 added, 0 changed, 0 removed')
    expect(await git('rev-parse', `${BRANCH}^`)).toBe(tip)
    expect(await onBranch()).toContain('# asked for by Ada')
  })

  it('renews the file where the branch is checked out', async () => {
    expect(await write('--git-branch', 'main')).toMatchObject({ status: 0 })
    expect(readFileSync(file, 'utf8')).toBe(FILE.replace('before', 'after'))
    expect(await git('status', '--porcelain')).toBe('')
    expect(await git('rev-list', '--count', 'main')).toBe('2')
  })

  it('begins a file that is not there with the whole instance', async () => {
    const { out } = await write('--into', path.join(repository, 'all.json'))
    expect(out).toContain('a new file with the whole instance')
    expect(JSON.parse(await git('show', `${BRANCH}:all.json`))).toMatchObject({ scenario: 1 })
    expect(existsSync(path.join(repository, 'all.json'))).toBe(false)
  })

  it('is pushed only if that is asked for', async () => {
    const remote = path.join(temp.folder, 'remote.git')
    await git('init', '--quiet', '--bare', remote)
    await git('remote', 'add', 'origin', remote)
    await write()
    expect(await git('ls-remote', 'origin')).toBe('')
    expect((await write('--push')).out).toContain(`Pushed ${BRANCH} to origin.`)
    expect(await git('ls-remote', 'origin')).toBe(`${await git('rev-parse', BRANCH)}\trefs/heads/${BRANCH}`)
  })

  it('stays where a push fails, and the reason is told', async () => {
    await git('remote', 'add', 'origin', path.join(temp.folder, 'nowhere'))
    const { status, error } = await write('--push')
    expect([status, error]).toEqual([1, expect.stringContaining('git push failed')])
    expect(await onBranch()).toContain('after')
  })
})

describe('a commit is refused, with the reason and nothing changed,', () => {
  const refused = async (reason: RegExp | string, ...more: string[]) => {
    const before = await git('for-each-ref')
    const { status, error } = await write(...more)
    expect([status, error]).toEqual([1, expect.stringMatching(reason)])
    expect(await git('for-each-ref')).toBe(before)
  }

  it('where the file has changes', async () => {
    writeFileSync(file, `${FILE}# mine\n`)
    await refused('has changes that are not committed')
    await git('add', '.')
    await refused('has changes that are not committed')
    expect(readFileSync(file, 'utf8')).toContain('# mine')
  })

  it('where the file is new, ignored, or a link', async () => {
    const at = (name: string) => path.join(repository, name)
    writeFileSync(at('new.yaml'), FILE)
    await refused('has changes that are not committed', '--into', at('new.yaml'))
    writeFileSync(at('.gitignore'), 'ignored.yaml\n')
    writeFileSync(at('ignored.yaml'), FILE)
    await refused(/git ignores .*ignored\.yaml/, '--into', at('ignored.yaml'))
    symlinkSync(file, at('link.yaml'))
    await refused('is a link', '--into', at('link.yaml'))
  })

  it('where HEAD is detached', async () => {
    await git('checkout', '--quiet', '--detach')
    await refused('HEAD is detached')
  })

  it('outside of a repository', async () => {
    await refused('is in no git repository', '--into', path.join(temp.folder, 'flags.yaml'))
    await refused('There is no folder', '--into', path.join(temp.folder, 'none', 'flags.yaml'))
  })

  it('for a name that no branch can have, and a branch of another working tree', async () => {
    for (const name of ['a b', '--force', 'x..y', ''])
      await refused("can't be the name of a branch", `--git-branch=${name}`)
    await git('worktree', 'add', '--quiet', '-b', BRANCH, path.join(temp.folder, 'second'))
    await refused('is checked out in another working tree')
  })

  it('without git', async () => {
    vi.stubEnv('PATH', temp.folder)
    const { status, error } = await write()
    expect([status, error]).toEqual([1, expect.stringContaining('git is not installed')])
  })

  it('without somebody to name as its author', async () => {
    writeFileSync(path.join(temp.folder, 'home', 'config'), '[user]\n\tuseConfigOnly = true\n')
    await refused('git commit-tree failed:')
  })
})

it.each([
  [['--into', 'f.yaml'], '--git-branch NAME'],
  [['--git-branch', 'b'], '--into FILE'],
  [['--push'], 'go with --git-branch'],
  [['--into', 'f', '--git-branch', 'b', '--secrets'], 'goes into a commit'],
  [['--into', 'f', '--git-branch', 'b', '--format', 'json'], 'leave out --format'],
])('export %j is wrong usage: %s', async (args, reason) => {
  const { status, error } = await run('export', '--scenario', '--data-dir', data, ...args)
  expect([status, error]).toEqual([2, expect.stringContaining(reason)])
})

describe('halyard plan', () => {
  const plan = (...more: string[]) => run('plan', file, '--data-dir', data, ...more)

  it('has exit status 2 for changes, 0 for none, 1 for a failure, 3 for wrong usage, and changes nothing', async () => {
    expect(await plan()).toMatchObject({ status: 2, out: expect.stringContaining('1 to change') as string })
    expect(await plan()).toMatchObject({ status: 2 })
    writeFileSync(file, FILE.replace('before', 'after'))
    expect(await plan()).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to do') as string })
    writeFileSync(file, 'scenario: 1\nflags: [{ name: a b }]\n')
    expect(await plan()).toMatchObject({
      status: 1,
      error: expect.stringContaining('flags.yaml:2') as string,
    })
    expect(await plan('--test')).toMatchObject({ status: 3 })
    expect(await plan('--json', '--markdown')).toMatchObject({ status: 3 })
    expect(await run('apply', file, '--markdown', '--data-dir', data)).toMatchObject({ status: 3 })
  })

  it('prints Markdown that no value of a flag breaks out of', async () => {
    writeFileSync(file, FILE.replace('before', "'```` @everyone'"))
    const { out } = await plan('--markdown')
    expect(out).toBe(`**0 to create, 1 to change, 0 to delete.**

\`\`\`\`\`diff
! flags/checkout (updateFeature)
!   description: "after" → "\`\`\`\` @everyone"
\`\`\`\`\`
`)
    writeFileSync(file, FILE.replace('before', 'after'))
    expect((await plan('--markdown')).out).toBe('**Nothing to do: the instance is what the file says.**\n')
  })

  it('keeps Markdown short enough for a comment', async () => {
    const names = Array.from({ length: 2000 }, (_, n) => `  - name: flag-${n}-of-many\n`)
    writeFileSync(file, `scenario: 1\nflags:\n${names.join('')}`)
    const { out } = await plan('--markdown')
    expect(out.length).toBeLessThan(60_000)
    expect(out).toMatch(/^\*\*2000 to create[^]*\n`{3}\n\n\d+ further lines left out\./)
  })
})
