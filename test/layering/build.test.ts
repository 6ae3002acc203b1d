import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'

import { build, forgetBuild, isBuilt } from '../../scripts/build.mjs'

/** `npm start` and the tests build where a source has changed. Bundlers of the test's own stand where the real one stands. */

const temp = makeTempFolder('halyard-build-note-')
afterAll(temp.remove)

const at = (file: string) => path.join(temp.folder, file)
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), content)
}
/** Puts a program into the place of the bundler. */
const bundler = (program: string) =>
  write('node_modules/electron-vite/bin/electron-vite.js', `import * as fs from 'node:fs'\n${program}`)
const SUCCEEDS = "fs.writeFileSync('out/main/main.js', '')"

beforeAll(() => {
  for (const folder of ['src-main', 'src-shared', 'src-renderer', 'resources', 'docs', 'scripts'])
    write(`${folder}/some/file.ts`, folder)
  for (const file of ['electron.vite.config.ts', 'svelte.config.js', 'tsconfig.json', 'tsconfig.base.json'])
    write(file, '')
  for (const file of ['package.json', 'package-lock.json']) write(file, '{ "type": "module" }')
  write('out/main/main.js', '')
})
beforeEach(() => {
  bundler(SUCCEEDS)
  expect(build(temp.folder)).toBe(0)
  expect(isBuilt(temp.folder)).toBe(true)
})

const CHANGES: Record<string, () => void> = {
  'a source of another content': () => write('src-main/some/file.ts', 'sRc-main'),
  'a new source': () => write('src-shared/new.ts', ''),
  'an empty file beside a file': () => write('src-renderer/some/empty.svelte', ''),
  'a source of another name': () => renameSync(at('resources/some/file.ts'), at('resources/some/file2.ts')),
  'a source that is gone': () => rmSync(at('docs/some/file.ts')),
  'other libraries': () => write('package-lock.json', '{}'),
  'another configuration': () => write('electron.vite.config.ts', 'export default {}'),
  'no folder of builds': () => rmSync(at('out'), { recursive: true }),
  'a service for hot reload in its place': () => forgetBuild(temp.folder),
}
for (const [name, change] of Object.entries(CHANGES))
  it(`builds again after ${name}`, () => {
    change()
    expect(isBuilt(temp.folder)).toBe(false)
    mkdirSync(at('out/main'), { recursive: true })
  })

it('builds again after a build that failed, and after one that was cut off', () => {
  write('src-main/some/file.ts', 'other')
  bundler('process.exit(3)')
  expect(build(temp.folder)).toBe(3)
  expect(isBuilt(temp.folder)).toBe(false)
  bundler("process.kill(process.pid, 'SIGKILL')")
  expect(build(temp.folder)).toBe(1)
  expect(isBuilt(temp.folder)).toBe(false)
})

it('builds again where a source was changed during the build', () => {
  bundler(`${SUCCEEDS}\nfs.writeFileSync('src-main/some/file.ts', String(Math.random()))`)
  expect(build(temp.folder)).toBe(0)
  expect(isBuilt(temp.folder)).toBe(false)
})
