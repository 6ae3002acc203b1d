import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CodeReference } from '#shared/clients/code-references/find-references.ts'
import type { CodeReferencesReport } from '#shared/clients/code-references/report-references.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { runProgram } from '#support/service/program.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

interface Package {
  name: string
  version: string
  integrity: string
  /** Places that a reader finds, by flag. Those of a name in a constant end with `!`. */
  places: Readonly<Record<string, readonly string[]>>
}

/** Packages of the npm registry that use the official SDKs. They are read, never run. */
const PACKAGES: readonly Package[] = [
  {
    name: 'unleash-client',
    version: '6.12.1',
    integrity:
      'sha512-xeojMfPZynteI2fqGW70po23Nd588MKSv9cv5dH3BOfQmsVE0jcvypLl7a4/NfrAgmMKOpZ48N4TtnGd7klJDQ==',
    places: {
      BootstrapDemo: [
        'examples/bootstrap.js:39',
        'examples/bootstrap_local.js:25',
        'examples/custom_storage.js:33',
        'examples/custom_storage.js:39',
      ],
      Demo: ['examples/simple_start_unleash.js:8'],
      'THE-feature': ['examples/custom_repository.js:38'],
      Test: ['examples/custom_strategy.js:28', 'examples/custom_strategy.js:32'],
      'Test.variants': ['examples/variant.js:17'],
      TestOperator: ['examples/constraint-operators.js:18!'],
      'app.demo': ['examples/with_context.js:25!'],
      demo: ['examples/with_constraints.js:19'],
      // examples/simple_usage.js has it in a constant, which shows nothing as long as there is no such flag
      demo001: ['examples/streaming.js:13'],
      demo6: ['examples/simple_usage_sync.js:5!'],
      featureX: [28, 33, 36].map((line) => `examples/with_instance.ts:${line}`),
      featureY: [29, 37].map((line) => `examples/with_instance.ts:${line}`),
    },
  },
  {
    // its tests have names of flags, as sources and as built; what it is for has them in variables
    name: '@unleash/nextjs',
    version: '1.6.7',
    integrity:
      'sha512-Aq2zyTJxsfQABKwpu/np8Uj3mg3q4u5/rTtn+UcyaMsDce6MPMMEKQhizNl6TTBXJI0WO1/vNsk00x0r5CPtWw==',
    places: {
      bar: [
        ...[31, 64].map((line) => `dist/flagsClient.test.js:${line}`),
        ...[34, 69].map((line) => `src/flagsClient.test.ts:${line}`),
      ],
      foo: [
        ...[30, 55, 99].map((line) => `dist/flagsClient.test.js:${line}`),
        ...[33, 60, 115].map((line) => `src/flagsClient.test.ts:${line}`),
      ],
    },
  },
  {
    // all names are variables: `isEnabled(flagKey)`
    name: '@openfeature/unleash-web-provider',
    version: '0.1.1',
    integrity:
      'sha512-GaP8NpJ41FaVB/5PK38rOG+GD9VxvXvd54NcW9bnTgDw2KO/glvSUgqkWP3i38hK5X4XjXxOC3MiwZLCNJHN2w==',
    places: {},
  },
]

/** Flags that exist: names in constants count for them. */
const EXISTING = ['TestOperator', 'app.demo', 'demo6', 'nowhere']

const temp = makeTempFolder('halyard-packages-')
const folderOf = (name: string) => path.join(temp.folder, name.replace('/', '-'), 'package')
let app: TestBackend
let url = ''

/** Fetches the packages, and compares them with what was read. */
async function fetchPackages(): Promise<void> {
  const specs = PACKAGES.map(({ name, version }) => `${name}@${version}`)
  const said = await runProgram('npm', ['pack', ...specs, '--json', '--ignore-scripts'], { cwd: temp.folder })
  const packed = JSON.parse(said) as { name: string; filename: string; integrity: string }[]
  expect(packed.map(({ name, integrity }) => ({ name, integrity }))).toEqual(
    PACKAGES.map(({ name, integrity }) => ({ name, integrity })),
  )
  for (const { name, filename } of packed) {
    const into = path.dirname(folderOf(name))
    mkdirSync(into)
    await runProgram('tar', ['-xzf', filename, '-C', into], { cwd: temp.folder })
  }
}

beforeAll(async () => {
  await fetchPackages()
  app = await startBackend()
  url = await app.backend.listen()
  const flags = EXISTING.map((name) => ({ name, environments: { development: { enabled: true } } }))
  const body = { text: JSON.stringify({ scenario: 1, flags }) }
  expect((await app.call(applyScenario, { body })).status).toBe(200)
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const placeOf = ({ file, line, call }: CodeReference) => `${file}:${line}${call === undefined ? '!' : ''}`

it.each(PACKAGES)('halyard code-refs finds the flags of $name', async ({ name, places }) => {
  const from = ['--url', url, '--token', BACKEND]
  const said = await runCommandLine('code-refs', folderOf(name), ...from, '--format', 'json')
  expect(said.status, said.error).toBe(0)
  const { files, flags } = JSON.parse(said.out) as CodeReferencesReport
  expect(files).toBeGreaterThan(0)
  const used = flags.filter(({ references }) => references.length > 0)
  expect(Object.fromEntries(used.map(({ flag, references }) => [flag, references.map(placeOf)]))).toEqual(
    places,
  )
  const missing = used.filter(({ finding }) => finding === 'missing').map(({ flag }) => flag)
  expect(missing).toEqual(used.map(({ flag }) => flag).filter((flag) => !EXISTING.includes(flag)))
})
