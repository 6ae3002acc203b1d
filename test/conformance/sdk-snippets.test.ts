import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { compile } from 'svelte/compiler'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'

import { sdkSnippet } from '#shared/clients/snippets/sdk-snippets.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'

/**
 * Runs the snippets of the window as somebody would who pastes them, for the SDKs that npm has. Those of Next.js and Angular are only parsed,
 * and those of Svelte compiled: their libraries are large, or not in every registry.
 */

const temp = makeTempFolder()
let app: TestBackend
let url = ''

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  for (const flag of ['switched-on', 'switched-off'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'switched-on', environment: 'development' },
  })
  mkdirSync(path.join(temp.folder, 'project'))
  symlinkSync(path.join(root, 'node_modules'), path.join(temp.folder, 'project', 'node_modules'))
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})

it.each([
  ['node', BACKEND, 'switched-on', 'true'],
  ['node', BACKEND, 'switched-off', 'false'],
  ['javascript', FRONTEND, 'switched-on', 'true'],
  ['javascript', FRONTEND, 'switched-off', 'false'],
  ['open-feature', BACKEND, 'switched-on', 'true'],
  ['open-feature-pages', FRONTEND, 'switched-on', 'true'],
])('the %s snippet with the token %s prints, for %s, %s', async (id, secret, flag, answer) => {
  const file = path.join(temp.folder, 'project', `${id}-${flag}.mjs`)
  writeFileSync(file, sdkSnippet(id).code({ url, secret, flag }))
  const program = new Program(process.execPath, [file])
  try {
    const [, said] = await program.says(/^(true|false)$/m)
    expect(said).toBe(answer)
    // it is there to see a change, and does not end by itself
    await delay(500)
    expect(program.hasEnded, program.output).toBe(false)
  } finally {
    await program.stop()
  }
})

/** Files of a snippet that names them, by their names. */
const filesOf = (code: string) =>
  code
    .split(/^<!-- (?=\S+ -->$)/m)
    .slice(1)
    .map((part) => part.split(' -->\n'))
    .map(([name = '', content = '']) => ({ name, content }))

const transpile = (code: string) =>
  ts.transpileModule(code, {
    fileName: 'snippet.tsx',
    reportDiagnostics: true,
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      experimentalDecorators: true,
    },
  })

/** Shows what is in the page once something is: the text that the snippet renders. */
const PAGE = `import { JSDOM } from 'jsdom'
const { window } = new JSDOM('<div id="root"></div><div id="app"></div>', { url: 'http://localhost' })
for (const name of ['window', 'document', 'navigator', 'Node', 'Element', 'SVGElement', 'MathMLElement', 'localStorage'])
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true })
Object.assign(window, { fetch, AbortController })
setInterval(() => window.document.body.textContent.trim() && console.log(window.document.body.textContent.trim()), 50)
`

/** The modules of a snippet for pages: as a bundler would make them. */
function modulesOf(id: string, code: string): Record<string, string> {
  if (id === 'vue')
    return Object.fromEntries(
      filesOf(code).map(({ name, content }) =>
        name.endsWith('.vue')
          ? [
              `${name}.mjs`,
              compileScript(parse(content, { filename: name }).descriptor, { id, inlineTemplate: true })
                .content,
            ]
          : ['main.mjs', `import './page.mjs'\n${content.replace("'./MyFlag.vue'", "'./MyFlag.vue.mjs'")}`],
      ),
    )
  const { outputText } = transpile(code)
  if (id === 'react')
    return { 'snippet.mjs': outputText, 'main.mjs': "import './page.mjs'\nimport './snippet.mjs'" }
  return {
    // as the library does in browsers
    'native.mjs': "export const Text = 'span'",
    'snippet.mjs': outputText.replace("'react-native'", "'./native.mjs'"),
    'main.mjs': `import './page.mjs'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import App from './snippet.mjs'
createRoot(document.getElementById('root')).render(createElement(App))`,
  }
}

it.each(['react', 'react-native', 'vue'])('the %s snippet renders true for a flag that is on', async (id) => {
  const folder = path.join(temp.folder, 'project', id)
  mkdirSync(folder)
  const code = sdkSnippet(id).code({ url, secret: FRONTEND, flag: 'switched-on' })
  for (const [name, content] of Object.entries({ ...modulesOf(id, code), 'page.mjs': PAGE }))
    writeFileSync(path.join(folder, name), content)
  const program = new Program(process.execPath, [path.join(folder, 'main.mjs')])
  try {
    const [, said] = await program.says(/^(true|false)$/m)
    expect(said).toBe('true')
  } finally {
    await program.stop()
  }
})

it.each(['react', 'react-native', 'next', 'angular'])('the %s snippet has no syntax errors', (id) => {
  const { diagnostics } = transpile(sdkSnippet(id).code({ url, secret: FRONTEND, flag: 'x' }))
  expect(diagnostics).toEqual([])
})

it('the svelte snippet compiles', () => {
  const files = filesOf(sdkSnippet('svelte').code({ url, secret: FRONTEND, flag: 'x' }))
  expect(files.map(({ name }) => name)).toEqual(['App.svelte', 'MyFlag.svelte'])
  for (const { name, content } of files)
    expect(compile(content, { filename: name }).warnings, name).toEqual([])
})

it('the curl snippet prints the enabled flag', async () => {
  const command = sdkSnippet('curl').code({ url, secret: FRONTEND, flag: 'switched-on' })
  expect((await runProgram('sh', ['-c', command])).trim()).toBe('"name":"switched-on","enabled":true')
})
