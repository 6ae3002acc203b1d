import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { chromiumFile } from '#support/window/launch-browser.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** The npm package, installed into an empty folder, as somebody has it who has nothing else (ADR 55). */

const temp = makeTempFolder('halyard-package-')
const project = path.join(temp.folder, 'project')
const installed = path.join(project, 'node_modules/halyard')
const env = { npm_config_cache: path.join(temp.folder, 'cache') }
const run = (command: string, args: readonly string[], cwd = project) =>
  runProgram(command, args, { cwd, env })

/** jest of the registry: it is installed while other tests run, from npm's own cache if it is there. */
const JEST = 'jest@30.5.2'
const jestFolder = path.join(temp.folder, 'jest')
let jestIsThere: Promise<void> | undefined

async function installJest(halyard: string): Promise<void> {
  mkdirSync(jestFolder)
  writeFileSync(path.join(jestFolder, 'package.json'), '{"private": true}')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', JEST, halyard]
  const npm = new Program('npm', args, { cwd: jestFolder })
  if ((await npm.ends()) !== 0)
    throw new Error(`npm could not install ${JEST} from its registry: ${npm.output}`)
}

beforeAll(async () => {
  const said = await run(process.execPath, [path.join(root, 'scripts/package.mjs'), '--no-build'], root)
  const [file = ''] = /^out\/\S+\.tgz/.exec(said) ?? []
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{"private": true}')
  // offline: it has no dependencies
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(root, file)])
  jestIsThere = installJest(path.join(root, file))
  jestIsThere.catch(() => {}) // met by the test that waits for it
})
afterAll(async () => {
  await jestIsThere?.catch(() => {})
  temp.remove()
})

/** Puts packages of ours beside the package, as they would be installed; they are found by their real places. */
function putBeside(...names: readonly string[]): void {
  for (const name of names) {
    const to = path.join(temp.folder, 'node_modules', name)
    if (existsSync(to)) continue
    mkdirSync(path.dirname(to), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), to)
  }
}

function exampleOf(runner: string): string {
  const doc = readFileSync(path.join(root, 'docs/testing-your-code.md'), 'utf8')
  const [, example = ''] = doc.split(`## ${runner}\n\n\`\`\`js\n`)
  return example.slice(0, example.indexOf('```'))
}

describe('the npm package', () => {
  it('has no dependencies and no Electron, and takes less than 6.8 MB', async () => {
    expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'halyard',
    ])
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(installed, name))
      .filter((file) => statSync(file).isFile())
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(6_800_000)
    expect(readFileSync(path.join(installed, 'man/halyard.1'), 'utf8')).toContain('.SH "HALYARD SERVE"')
    expect(await run('npx', ['--no-install', 'halyard', '--help'])).toContain('\n  serve ')
  })

  it('says what is in it: licences, a bill of materials, and its checksum', async () => {
    const bill = JSON.parse(readFileSync(path.join(installed, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string; licenses?: object[] }[]
    }
    const names = bill.components.map(({ name }) => name)
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(names).toEqual(expect.arrayContaining(['fastify', 'sql.js', 'svelte', 'zod']))
    // tools that build and test are not in it
    for (const tool of ['electron', 'vite', 'vitest', 'typescript']) expect(names).not.toContain(tool)
    const licences = readFileSync(path.join(installed, 'third-party-licences.txt'), 'utf8')
    expect(bill.components.filter(({ name, version }) => !licences.includes(`${name}@${version} (`))).toEqual(
      [],
    )
    expect(licences).toMatch(/Permission is hereby granted, free of charge/)

    const [hash, file = ''] = readFileSync(path.join(root, 'out/SHA256SUMS'), 'utf8').trim().split('  ')
    const packed = readFileSync(path.join(root, 'out', file))
    expect(createHash('sha256').update(packed).digest('hex')).toBe(hash)
  })

  it('serves the API and the pages', async () => {
    const data = path.join(temp.folder, 'data')
    // npx would keep the signal that stops it to itself
    const program = new Program(
      path.join(project, 'node_modules/.bin/halyard'),
      ['serve', '--port', '0', '--data-dir', data],
      {
        cwd: project,
        env: { ...env, INIT_ADMIN_API_TOKENS: '*:*.x' },
      },
    )
    try {
      const [, url = ''] = await program.says(/Halyard serves (\S+)\n/)
      const page = await (await fetch(url)).text()
      const scripts = [...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([script]) => script)
      expect(scripts.length).toBeGreaterThan(0)
      for (const script of scripts) {
        const answer = await fetch(url + script)
        expect(answer.headers.get('content-encoding')).toBe('gzip')
        const unpacked = await fetch(url + script, { headers: { 'accept-encoding': 'identity' } })
        expect(unpacked.headers.get('content-encoding')).toBeNull()
        expect(await unpacked.text()).toBe(await answer.text())
      }
      const create = [
        'api',
        'createFeature',
        'projectId=default',
        'name=packed',
        '--url',
        url,
        '--token',
        '*:*.x',
      ]
      expect(await run('npx', ['--no-install', 'halyard', ...create])).toContain('"name": "packed"')
    } finally {
      await program.stop()
    }
  })

  it('serves tests, as a module and as CommonJS, and to runners without a loader of modules', async () => {
    writeFileSync(
      path.join(project, 'module.mjs'),
      `import { startHalyard } from 'halyard/testing'
const halyard = await startHalyard({ flags: { x: { variants: [{ name: 'blue' }] } } })
console.log(await halyard.flags.variant('x'))
await halyard.stop()`,
    )
    expect(await run(process.execPath, ['module.mjs'])).toBe('blue\n')
    // the test is evaluated in a context of its own, as jest does it
    writeFileSync(
      path.join(project, 'runner.cjs'),
      `const vm = require('node:vm')
const fs = require('node:fs')
const context = vm.createContext({ require, console, module: {}, exports: {} })
const load = (file) => {
  const module = { exports: {} }
  const wrapped = \`(function (require, module, exports, __dirname) {\${fs.readFileSync(file, 'utf8')}\\n})\`
  vm.runInContext(wrapped, context)(require, module, module.exports, require('node:path').dirname(file))
  return module.exports
}
const { startHalyard } = load(require.resolve('halyard/testing'))
startHalyard({ flags: { x: true } }).then(async (halyard) => {
  console.log(await halyard.flags.isEnabled('x'))
  await halyard.stop()
})`,
    )
    expect(await run(process.execPath, ['runner.cjs'])).toBe('true\n')
  })

  it('runs the example of its documentation in vitest', async () => {
    writeFileSync(path.join(project, 'example.test.mjs'), exampleOf('vitest'))
    putBeside('vitest', 'unleash-client')
    const said = await run(process.execPath, [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      project,
    ])
    expect(said).toContain('1 passed')
  })

  it('runs the example of its documentation in Playwright', async () => {
    // an app whose page asks for its flags, as the address says
    const app = http.createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<script type="module">
const { searchParams } = new URL(location)
const answer = await fetch(searchParams.get('flags'), { headers: { authorization: searchParams.get('key') } })
const { toggles } = await answer.json()
document.body.className = toggles.find(({ name }) => name === 'theme').variant.name
</script><body></body>`)
    })
    app.listen(0, '127.0.0.1')
    await once(app, 'listening')
    const { port } = app.address() as AddressInfo
    const folder = path.join(project, 'playwright')
    mkdirSync(folder)
    const example = exampleOf('Playwright').replace('localhost:3000', `127.0.0.1:${port}`)
    writeFileSync(path.join(folder, 'example.spec.mjs'), example)
    writeFileSync(path.join(folder, 'flags.yaml'), 'scenario: 1\n')
    const launchOptions = { executablePath: chromiumFile(), args: ['--no-sandbox'] }
    const config = { reporter: 'line', use: { launchOptions } }
    writeFileSync(path.join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
    putBeside('@playwright/test')
    const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
    const runner = new Program(process.execPath, [cli, 'test'], { cwd: folder, env })
    expect([await runner.ends(), runner.output]).toEqual([0, expect.stringContaining('1 passed')])
    app.close()
  })

  it('runs the example of its documentation in jest', async () => {
    await jestIsThere
    writeFileSync(path.join(jestFolder, 'example.test.js'), exampleOf('jest'))
    putBeside('unleash-client')
    const runner = new Program('npx', ['--no-install', 'jest', '--ci', '--watchman=false'], {
      cwd: jestFolder,
      env,
    })
    expect([await runner.ends(), runner.output]).toEqual([0, expect.stringContaining('1 passed')])
  })

  it('has types for its tests', async () => {
    writeFileSync(
      path.join(project, 'typed.mts'),
      `import { startHalyard, type TestHalyard } from 'halyard/testing'
const halyard: TestHalyard = await startHalyard({ flags: { x: { rollout: 50 } } })
const on: boolean = await halyard.flags.isEnabled('x')
// @ts-expect-error there is no such option
await startHalyard({ flag: on })`,
    )
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,esnext.disposable',
    ]
    expect(await run(process.execPath, [tsc, ...options, 'typed.mts'])).toBe('')
  })
})
