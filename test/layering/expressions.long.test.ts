import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { parse as parseSvelte } from 'svelte/compiler'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { root } from '#support/runner/root.ts'

/** Expressions that libraries bring and that texts of requests meet. */
const FROM_LIBRARIES = [
  z.regexes.email,
  z.regexes.datetime({ precision: 3 }),
  z.regexes.datetime({ offset: true }),
]

/** Version of the checker, and the expressions that it found safe: for the same text it would say the same again. */
interface CheckedExpressions {
  recheck: string
  safe: string[]
}

const RECORD = path.join(import.meta.dirname, 'safe-expressions.json')
const { version: recheck } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

function readRecord(): CheckedExpressions {
  const record = JSON.parse(readFileSync(RECORD, 'utf8')) as CheckedExpressions
  return record.recheck === recheck ? record : { recheck, safe: [] }
}

const sources = ['src-main', 'src-renderer', 'src-shared'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.(test|d)\.ts$/.test(file))
    .map((file) => path.join(folder, file)),
)

/** Every expression that is written in the sources, with a file that has it. */
function expressionsOfSources(): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of sources) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const one of file.endsWith('.svelte') ? inSvelte(text) : inTypeScript(text)) found.set(one, file)
  }
  return found
}

function inTypeScript(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('one.ts', text, ts.ScriptTarget.Latest))
  return found
}

function inSvelte(text: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (regex) found.push(`/${regex.pattern}/${regex.flags}`)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSvelte(text, { modern: true }))
  return found
}

describe('the regular expressions in the sources', () => {
  type Check = (
    source: string,
    flags: string,
    options: object,
  ) => { status: string; complexity?: { type: string } }
  let check: Check

  beforeAll(async () => {
    // without one process per expression
    process.env['RECHECK_SYNC_BACKEND'] = 'pure'
    ;({ checkSync: check } = (await import('recheck')) as unknown as { checkSync: Check })
  })

  const problemOf = (text: string): string | undefined => {
    const end = text.lastIndexOf('/')
    // search for an attack at random only where the exact method cannot decide
    const { status, complexity } = check(text.slice(1, end), text.slice(end + 1), {
      timeout: 120_000,
      randomSeed: 7,
    })
    return status === 'safe' ? undefined : `${status}: ${complexity?.type ?? 'not decided'}`
  }

  // HALYARD_EVERY_EXPRESSION=1 checks also the recorded ones, which takes minutes; UPDATE_EXPRESSIONS=1 records them
  it('never backtrack, in the service and in the window', () => {
    const all = new Map([
      ...expressionsOfSources(),
      ...FROM_LIBRARIES.map((one) => [String(one), 'a library'] as const),
    ])
    expect(all.size).toBeGreaterThan(100)
    const known = new Set(process.env['HALYARD_EVERY_EXPRESSION'] ? [] : readRecord().safe)
    const problems = [...all].flatMap(([expression, file]) => {
      if (known.has(expression)) return []
      const problem = problemOf(expression)
      return problem === undefined ? [] : [`${file}: ${expression} is ${problem}`]
    })
    expect(problems).toEqual([])
    if (!process.env['UPDATE_EXPRESSIONS']) return
    const record: CheckedExpressions = { recheck, safe: [...all.keys()].toSorted() }
    writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`)
  })

  it('are searched so that a backtracking one would be found', () => {
    expect(problemOf(String.raw`/^(INCLUDE):([^:,]+:.+?)(,\s*[^:,]+:.+?)*$/`)).toContain('exponential')
    expect(problemOf(String.raw`/\s*,\s*/`)).toContain('polynomial')
    expect(inSvelte('<script lang="ts">const a = /x+/g</script>{(/y/).test(b)}').sort()).toEqual([
      '/x+/g',
      '/y/',
    ])
  })
})
