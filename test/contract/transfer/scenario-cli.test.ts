import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { planAsText } from '#shared/transfer/scenario/plan-as-text.ts'
import { runCommandLine as run } from '#support/service/run-command-line.ts'
import { wasm } from '#support/runner/wasm.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

describe('halyard apply and export', () => {
  it('say how they are used', async () => {
    expect(await run('apply', '--data-dir', 'x')).toMatchObject({ status: 3, out: '' })
    expect((await run('apply', '--data-dir', 'x', '--token', 'y', 'f.yaml')).error).toContain('neither')
    expect((await run('export', '--data-dir', 'x')).error).toContain('--scenario')
    const { folder, remove } = makeTempFolder()
    const file = path.join(folder, 'long.yaml')
    writeFileSync(file, `# ${'x'.repeat(10_500_000)}\nscenario: 1\n`)
    const long = await run('apply', file, '--data-dir', 'x')
    expect(long).toMatchObject({ status: 1, error: expect.stringContaining('has 10.5 MB') as string })
    expect(long.error).toContain('split its flags')
    const missing = await run('apply', 'missing.yaml', '--data-dir', 'x')
    expect(missing.error).toContain("missing.yaml can't be read: there is no such file.")
    expect((await run('apply', folder, '--data-dir', 'x')).error).toContain('it is a folder')
    remove()
    expect((await run('export', '--help')).out).toContain('--secrets')
  })

  it('work on a data folder, and refuse one without data', async () => {
    const { folder, remove } = makeTempFolder()
    const file = path.join(folder, 'flags.yaml')
    writeFileSync(file, 'scenario: 1\n')
    expect(await run('apply', file, '--data-dir', folder)).toMatchObject({ status: 1 })
    const backend = await createBackend({
      config: readConfig({ dataDir: folder }, {}),
      wasm,
      logger: createLogger('silent'),
    })
    await backend.close()
    writeFileSync(file, 'scenario: 1\nflags: [{ name: by-file }]\n')
    const planned = await run('apply', '--plan', file, '--data-dir', folder)
    expect(planned).toMatchObject({ status: 2, out: expect.stringContaining('1 to create') as string })
    expect((await run('apply', file, '--data-dir', folder)).out).toContain('1 created')
    expect(await run('apply', '--plan', file, '--data-dir', folder)).toMatchObject({ status: 0 })
    expect((await run('export', '--scenario', '--data-dir', folder)).out).toContain('name: by-file')
    // 10.5 MB of remarks, and a child ahead of its parent: two parts of flags, between what flags name and what names them
    const remark = `    # ${'x'.repeat(5_250_000)}\n`
    const child = '  - name: child\n    project: shop\n    dependencies:\n      - feature: parent\n'
    const longText = (last: string) =>
      `scenario: 1\n\nprojects:\n  - id: shop\n    environments: [development]\n\nflags:\n${child}${remark}  - name: ${last}\n    project: shop\n${remark}\nsignalEndpoints: []\n`
    const apply = (...more: string[]) => run('apply', file, ...more, '--data-dir', folder)
    writeFileSync(file, longText('parent'))
    const toDo = ['+ projects/shop', '+ flags/child', '+ flags/parent', '- flags/by-file']
    const namesOf = (out: string) => out.split('\n').flatMap((line) => /^[+-] \S+/.exec(line)?.[0] ?? [])
    const plan = await apply('--plan', '--prune')
    expect(plan).toMatchObject({ status: 2, error: expect.stringContaining('part 2 of 2 planned') as string })
    expect(namesOf(plan.out)).toEqual(toDo)
    expect(namesOf((await apply('--plan')).out)).toEqual(toDo.slice(0, 3))
    const long = await apply('--json')
    expect(JSON.parse(long.out)).toMatchObject({ created: 3, updated: 0, deleted: 0 })
    expect(long.error).toContain('part 4 of 4 applied')
    expect(await apply('--plan')).toMatchObject({ status: 0 })
    // the flag that the file no longer names is a parent, so that it cannot be archived
    writeFileSync(file, longText('other'))
    const half = await apply('--prune')
    expect(half).toMatchObject({
      status: 1,
      error: expect.stringContaining('but nothing was deleted') as string,
    })
    expect(half.error).toContain('flags/parent')
    writeFileSync(file, longText('parent').replace('scenario: 1', 'scenario: 1\nprune: true'))
    const pruned = await apply()
    expect(namesOf(pruned.out)).toEqual(['- flags/by-file', '- flags/other'])
    expect(await apply('--plan')).toMatchObject({ status: 0 })
    writeFileSync(file, 'scenario: 1\nflags: [{ name: a b }]\n')
    expect((await run('apply', file, '--data-dir', folder)).error).toContain('flags.yaml:2 flags[0].name')
    remove()
  })
})

describe('a plan in words', () => {
  it('has a line for each step, the values of changes, and the numbers', () => {
    const steps = [
      { action: 'create' as const, operation: 'createFeature', path: 'flags/a', changes: [] },
      {
        action: 'update' as const,
        operation: 'updateFeature',
        path: 'flags/b',
        changes: [{ path: 'stale', before: false, after: true }],
      },
    ]
    expect(planAsText({ created: 1, updated: 1, deleted: 0, steps }, { isDone: false })).toBe(
      '+ flags/a (createFeature)\n~ flags/b (updateFeature)\n    stale: false → true\n\n1 to create, 1 to change, 0 to delete.',
    )
  })
})
