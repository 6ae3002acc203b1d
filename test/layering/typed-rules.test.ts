import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { ESLint } from 'eslint'
import { afterAll, expect, it } from 'vitest'

import oxlint from '../../oxlint.config.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
afterAll(temp.remove)

/** Breaks each rule of oxlint.config.ts at least once. */
const BROKEN = `
declare const promise: Promise<number>, record: { a: 1 }, unknownText: any, texts: string[]
enum Kind { First }
class Counter { count() { return this } }
export async function broken(text: string | string, value: unknown | string, counter: Counter) {
  await 5
  delete texts[0]
  String(record)
  promise
  for (const index in texts) console.log(index)
  setTimeout('call()', 1)
  if (promise) counter.count()
  const same = texts as string[]
  const assigned: string = unknownText
  void broken(unknownText, 1, counter)
  unknownText()
  unknownText.length
  if (Kind.First === 0) throw 'a text'
  console.log(-record, \`\${record}\`)
  void Promise.reject('a text')
  const sum = record + 1
  const method = counter.count
  return unknownText
}
`

const plainName = (rule: string) => rule.replace(/^@typescript-eslint\//, '')

it('oxlint reports each rule that ESLint has for the types of components', async () => {
  writeFileSync(path.join(temp.folder, 'broken.ts'), BROKEN)
  writeFileSync(path.join(temp.folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }')
  const bin = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const program = new Program(process.execPath, [bin, '-f', 'unix', temp.folder], { cwd: root })
  expect(await program.ends(), program.output).toBe(1)
  const reported = [...program.output.matchAll(/\[Error\/typescript\(([a-z-]+)\)\]/g)].map(([, rule]) => rule)
  const rules = Object.keys(oxlint.rules ?? {}).map(plainName)
  expect([...new Set(reported)].sort()).toEqual(rules.sort())

  const eslint = new ESLint({ cwd: root })
  const inForce = async (file: string) => {
    const { rules } = (await eslint.calculateConfigForFile(file)) as { rules: Record<string, [number]> }
    return Object.keys(rules).filter(
      (rule) => rules[rule]?.[0] !== 0 && rule.startsWith('@typescript-eslint'),
    )
  }
  const untyped = await inForce('src-renderer/main.ts')
  const component = await inForce('src-renderer/App.svelte')
  const ofTypes = component.filter((rule) => !untyped.includes(rule))
  expect(ofTypes).toContain('@typescript-eslint/no-floating-promises')
  expect(rules).toEqual(expect.arrayContaining(ofTypes.map(plainName)))
})
