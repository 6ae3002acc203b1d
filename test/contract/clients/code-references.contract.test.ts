import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { scanFolder } from '#main/code-references/scan-folder.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { runProgram } from '#support/service/program.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
const at = (file: string) => path.join(temp.folder, file)
let app: TestBackend
let url = ''

function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}

beforeAll(async () => {
  app = await startBackend()
  url = await app.backend.listen()
  const on = { development: { enabled: true } }
  const flags = [
    { name: 'used', environments: on },
    { name: 'old', stale: true, environments: on },
    { name: 'old-off', stale: true },
    { name: 'forgotten' },
  ]
  const body = { text: JSON.stringify({ scenario: 1, flags }) }
  expect((await app.call(applyScenario, { body })).status).toBe(200)

  write('src/app.ts', "// über\nconst NAME = 'used'\n  if (unleash.isEnabled('gone')) run()\n")
  write('src/shop.py', 'client.is_enabled("old")\nclient.is_enabled("old-off")\n')
  write('.gitignore', 'dist/\n*.gen.ts\n!kept.gen.ts\n')
  write('packages/a/.gitignore', '/local\n!own.gen.ts\n')
  for (const ignored of [
    'dist/a.ts',
    'src/a.gen.ts',
    'packages/a/local/a.ts',
    'node_modules/x/a.js',
    'src/notes.txt',
  ])
    write(ignored, "unleash.isEnabled('ignored')")
  for (const kept of ['src/kept.gen.ts', 'packages/a/own.gen.ts', 'packages/b/local/a.ts'])
    write(kept, "unleash.isEnabled('used')")
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const run = (...args: string[]) => runCommandLine('code-refs', ...args)
const here = (...args: string[]) => run(temp.folder, '--url', url, '--token', BACKEND, ...args)

it('halyard code-refs finds missing, stale and unused flags, with what to do', async () => {
  const { status, out } = await here()
  expect(status).toBe(0)
  expect(out).toContain('  gone\n')
  expect(out).toContain("    src/app.ts:3:25  if (unleash.isEnabled('gone')) run()\n")
  expect(out).toContain('delete the checks, and keep the branch for on, as the flag is on for everybody')
  expect(out).toContain('delete the checks, and keep the branch for off, as the flag is off')
  expect(out).toContain('Flags that no code uses:\n  forgotten\n')
  expect(out).not.toContain('ignored')
  expect(out).toMatch(/4 flags in 7 places of 5 files in .*: 1 missing, 2 stale, 1 unused\.\n$/)
})

it('halyard code-refs fails on what it is told, for CI', async () => {
  expect(await here('--fail-on', 'missing,stale')).toMatchObject({
    status: 3,
    error: '3 flags are what --fail-on missing,stale names.\n',
  })
  expect(await here('--fail-on', 'unused', '--project', 'other')).toMatchObject({ status: 0 })
  expect(await here('--fail-on', 'unused', '--project', 'default')).toMatchObject({ status: 3 })
})

it('halyard code-refs writes JSON and SARIF', async () => {
  const report = JSON.parse((await here('--format', 'json')).out) as unknown
  expect(report).toMatchObject({
    files: 5,
    flags: [
      {
        flag: 'gone',
        finding: 'missing',
        project: null,
        references: [{ file: 'src/app.ts', line: 3, column: 25, call: 'isEnabled' }],
      },
      { flag: 'old', finding: 'stale' },
      { flag: 'old-off', finding: 'stale' },
      { flag: 'forgotten', finding: 'unused', references: [] },
      { flag: 'used', finding: null, project: 'default' },
    ],
  })
  const sarif = JSON.parse((await here('--format', 'sarif')).out) as unknown
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'halyard', rules: [{ id: 'missing' }, { id: 'stale' }, { id: 'unused' }] } },
        results: [
          {
            ruleId: 'missing',
            level: 'error',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'src/app.ts' },
                  region: { startLine: 3, startColumn: 25 },
                },
              },
            ],
          },
          { ruleId: 'stale', level: 'warning' },
          { ruleId: 'stale' },
          { ruleId: 'unused', level: 'note' },
        ],
      },
    ],
  })
})

it('halyard code-refs names the author of a line', async () => {
  const git = (...args: string[]) =>
    runProgram('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: temp.folder,
    })
  await git('init', '-q')
  await git('add', 'src/app.ts')
  await git('commit', '-q', '-m', 'Begin', '--date', '2026-11-01T12:00:00Z')
  const report = JSON.parse((await here('--format', 'json', '--blame')).out) as unknown
  expect(report).toMatchObject({
    flags: [{ references: [{ blame: { author: 'Ada', date: '2026-11-01T12:00:00.000Z' } }] }, {}, {}, {}, {}],
  })
  expect((await here('--blame')).out).toContain("if (unleash.isEnabled('gone')) run()  (Ada, 2026-11-01)\n")
})

it('halyard code-refs reads only files that have changed, and all of them for other flags', async () => {
  const scan = (flags: string[], known?: Parameters<typeof scanFolder>[1]['known']) =>
    scanFolder(temp.folder, { flags: new Set(flags), calls: [], known })
  const first = scan(['used'], new Map())
  expect(first).toMatchObject({ files: 5, read: 5 })
  write('packages/b/local/a.ts', "unleash.isEnabled('used') || unleash.isEnabled('more')")
  const second = scan(['used'], first.known)
  expect(second).toMatchObject({ files: 5, read: 1 })
  expect(second.references).toEqual(scan(['used']).references)

  const cache = at('cache/of/flags.json')
  const before = (await here('--cache', cache, '--format', 'json')).out
  expect(readFileSync(cache, 'utf8')).toContain('"src/app.ts"')
  expect((await here('--cache', cache, '--format', 'json')).out).toBe(before)
  writeFileSync(cache, '{"key": 3}')
  expect((await here('--cache', cache, '--format', 'json')).out).toBe(before)
  expect((await here('--cache', cache, '--calls', 'x.runs')).status).toBe(0)
})

it.each([
  [['--fail-on', 'everything'], '--fail-on everything: one of missing, stale, unused, or never'],
  [['--format', 'pdf'], '--format pdf: one of text, json, sarif'],
  [['nowhere'], 'nowhere is no folder'],
  [['--calls', '!'], '--calls !: the name of a function or a method'],
  [['--url', 'x'], '--url x'],
])('halyard code-refs %j: reports wrong usage with the reason', async (args, text) => {
  const { status, error } = await run('--token', BACKEND, ...args)
  expect(status).toBe(2)
  expect(error).toContain(text)
})

it('halyard code-refs needs a backend token', async () => {
  const denied = await run(temp.folder, '--url', url, '--token', 'none')
  expect(denied).toMatchObject({ status: 1 })
  expect(denied.error).toContain('The flags are read with a backend token')
})
