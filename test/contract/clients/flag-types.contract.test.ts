import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { flagTypes } from '#shared/clients/types/flag-types.ts'
import { payloadType } from '#shared/clients/types/payload-type.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { root } from '#support/runner/root.ts'
import { runProgram } from '#support/service/program.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
let app: TestBackend
let url = ''
beforeAll(async () => {
  app = await startBackend()
  url = await app.backend.listen()
  const rollout = {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: 'x' },
  }
  const variant = (name: string, type: string, value: string) => ({
    ...{ name, weight: 500, weightType: 'variable', stickiness: 'default' },
    payload: { type, value },
  })
  const variants = [variant('dark', 'json', '{"size":3,"tags":["a"]}'), variant('light', 'number', '4')]
  const text = JSON.stringify({
    scenario: 1,
    flags: [
      { name: 'check-out', environments: { development: { enabled: true } } },
      {
        name: 'theme',
        description: 'Colours */ of\nthe shop',
        environments: { development: { enabled: true, strategies: [{ ...rollout, variants }] } },
      },
    ],
  })
  expect((await app.call(applyScenario, { body: { text } })).status).toBe(200)
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const run = (...args: string[]) => runCommandLine('types', ...args)

it('halyard types writes types that fit the official SDKs, and refuse names that do not exist', async () => {
  const file = path.join(temp.folder, 'flags.ts')
  const at = ['--url', url, '--token', BACKEND]
  expect(await run(...at, '--output', file)).toEqual({ status: 0, out: '', error: '' })
  expect(readFileSync(file, 'utf8')).toContain("  theme: 'dark' | 'light' | 'disabled'\n")
  expect(await run(...at, '--output', file, '--check')).toMatchObject({ status: 0 })
  expect((await run(...at)).out).toBe(readFileSync(file, 'utf8'))

  writeFileSync(
    path.join(temp.folder, 'use.ts'),
    `import type { Unleash } from 'unleash-client'
import type { UnleashClient } from 'unleash-proxy-client'
import type { FlagName, FlagPayloads, FlagVariants, KnownFlags } from './flags.ts'

export function use(server: Unleash, page: UnleashClient) {
  const flags: KnownFlags[] = [server, page]
  const name: FlagName = 'check-out'
  const variant: FlagVariants['theme'] = 'dark'
  const payload: FlagPayloads['theme'] = { size: 3, tags: ['a'] }
  const number: FlagPayloads['theme'] = 4
  // @ts-expect-error there is no such flag
  flags[0]?.isEnabled('checkout')
  // @ts-expect-error there is no such variant
  const none: FlagVariants['theme'] = 'blue'
  // @ts-expect-error no variant has such a payload
  const text: FlagPayloads['theme'] = 'large'
  return [flags[0]?.isEnabled(name), variant, payload, number, none, text]
}
`,
  )
  mkdirSync(path.join(temp.folder, 'node_modules'), { recursive: true })
  for (const sdk of ['unleash-client', 'unleash-proxy-client'])
    symlinkSync(path.join(root, 'node_modules', sdk), path.join(temp.folder, 'node_modules', sdk))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const options =
    '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2023'
  expect(
    await runProgram(
      process.execPath,
      [
        tsc,
        ...options.split(' '),
        '--types',
        'node',
        '--typeRoots',
        path.join(root, 'node_modules/@types'),
        'use.ts',
      ],
      { cwd: temp.folder },
    ),
  ).toBe('')

  writeFileSync(file, 'export {}')
  const outdated = await run(...at, '--output', file, '--check')
  expect(outdated.status).toBe(3)
  expect(outdated.error).toContain('is not what the instance has')
})

it('halyard types says what it needs', async () => {
  expect(await run('--lang', 'cobol', '--token', BACKEND)).toMatchObject({ status: 2 })
  expect((await run('--check', '--token', BACKEND)).error).toContain('--check needs --output')
  expect((await run('--url', 'x', '--token', BACKEND)).error).toContain('--url x')
  vi.stubEnv('HALYARD_TOKEN', '')
  expect((await run()).error).toContain('set HALYARD_TOKEN')
  vi.unstubAllEnvs()
  const denied = await run('--url', url, '--token', ADMIN.replace('admin', 'none'))
  expect(denied.status).toBe(1)
  expect(denied.error).toContain('The types need a backend token')
})

it('the types of no flags are valid, and payloads have the types of their values', () => {
  expect(flagTypes([], 'Nothing')).toContain('export type FlagName = never\n')
  const json = (value: string) => payloadType({ type: 'json', value })
  expect(json('{"a":[1,"x",null],"b c":{}}')).toBe(
    "{ a: (number | string | null)[]; 'b c': Record<string, never> }",
  )
  expect(json('[]')).toBe('unknown[]')
  expect(json('{')).toBe('unknown')
  expect(json('{"__proto__":1,"it\'s\\\\":true}')).toBe("{ __proto__: number; 'it\\'s\\\\': boolean }")
  expect(json('['.repeat(20) + ']'.repeat(20))).toBe('unknown[][][][][][][][][]')
  expect(payloadType({ type: 'csv', value: 'a,b' })).toBe('string')
})
