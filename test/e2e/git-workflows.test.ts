import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { createFeature } from '#shared/flags/contract/features.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { root } from '#support/runner/root.ts'
import { blocksOf } from '#support/service/documented-commands.ts'
import { runProgram } from '#support/service/program.ts'
import { ADMIN_TOKEN, startService, type Service } from '#support/service/service.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'

const temp = makeTempFolder('halyard-workflows-')
const folder = path.join(temp.folder, 'repository')
const bin = path.join(temp.folder, 'bin')
let service: Service
let variables: Record<string, string>

/** Programs that a runner has installed. That of GitHub is a stand-in: it prints what it is called with, and the comment. */
const PROGRAMS = {
  halyard: `exec '${process.execPath}' '${path.join(root, 'scripts/halyard.mjs')}' "$@"`,
  gh: 'echo "gh $*"; cat plan.md',
}

beforeAll(async () => {
  for (const one of [folder, bin]) mkdirSync(one)
  for (const [name, script] of Object.entries(PROGRAMS))
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  service = await startService({ dataDir: path.join(temp.folder, 'data') })
  await service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'checkout' } })
  variables = {
    ...{ HALYARD_URL: service.url, HALYARD_TOKEN: ADMIN_TOKEN, PULL_REQUEST: '7' },
    PATH: [bin, process.env['PATH']].join(path.delimiter),
  }
})
afterAll(async () => {
  await service?.stop()
  temp.remove()
})

describe('the workflows of docs/git.md', () => {
  /** Commands of a job, as a runner executes them: each with the failure of a pipe or a list as its own. */
  const [github = '', gitlab = ''] = blocksOf('docs/git.md')
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => text)
  const steps = (job: 'check' | 'apply') =>
    (parse(github) as { jobs: Record<string, { steps: { run?: string }[] }> }).jobs[job]?.steps.flatMap(
      ({ run }) => run ?? [],
    ) ?? []
  const script = (job: 'flags' | 'apply') =>
    (parse(gitlab) as Record<string, { script: string[] }>)[job]?.script ?? []
  const installed = (commands: readonly string[]) =>
    commands
      .filter((command) => command !== 'npm ci')
      .map((command) => command.replace('npx halyard', 'halyard'))

  /** Runs commands as a runner does, which ends at the first failure. Returns what they printed. */
  const asRunner = (commands: readonly string[], env: Record<string, string> = {}) =>
    runProgram('bash', ['-c', `exec 2>&1\nset -eo pipefail\n${installed(commands).join('\n')}`], {
      cwd: folder,
      env: { ...variables, ...env },
    })

  const setDescription = (description: string) =>
    writeFileSync(
      path.join(folder, 'flags.yaml'),
      `scenario: 1\nflags:\n  - name: checkout\n    description: ${description}\n`,
    )

  it('plan, test and comment on GitHub, and apply', async () => {
    setDescription('of GitHub')
    const out = await asRunner(steps('check'))
    expect(out).toContain('gh pr comment 7 --body-file plan.md --edit-last --create-if-none')
    expect(out).toMatch(/\*\*0 to create, 1 to change[^]*! {3}description: .* → "of GitHub"/)
    expect(await asRunner(steps('apply'))).toContain('1 changed')
    expect(await asRunner(steps('check'))).toContain('**Nothing to do')
    setDescription('[not a text]')
    await expect(asRunner(steps('check'))).rejects.toThrow()
    setDescription('not planned')
    const error = await asRunner(steps('check'), { HALYARD_TOKEN: 'wrong' }).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 1, stdout: expect.not.stringContaining('gh pr comment') as string })
  })

  it('plan, test and comment on GitLab, and apply', async () => {
    const server = await startRecordingServer(() => ({ status: 201, body: {} }))
    const env = {
      ...{ CI_API_V4_URL: server.url, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '7' },
      COMMENT_TOKEN: 'of-the-project',
    }
    setDescription('of GitLab')
    await asRunner(script('flags'), env)
    const [comment] = server.seen
    expect(comment).toMatchObject({ method: 'POST', path: '/projects/3/merge_requests/7/notes' })
    expect(comment?.headers['private-token']).toBe('of-the-project')
    expect(new URLSearchParams(comment?.body).get('body')).toMatch(/^\*\*0 to create, 1 to change/)
    expect(readFileSync(path.join(folder, 'flags-tests.xml'), 'utf8')).toContain('<testsuites')
    expect(await asRunner(script('apply'), env)).toContain('1 changed')
    await server.stop()
  })
})
