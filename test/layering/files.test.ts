import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { root } from '#support/runner/root.ts'

const CODE = /\.(ts|svelte)$/
const DOMAINS = path.join(root, 'src-main/domains')

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => CODE.test(file))
}
const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1

const sources = ['src-main', 'src-renderer', 'src-shared'].flatMap(filesBelow)
const isTest = (file: string) => file.endsWith('.test.ts')
const domains = foldersIn('src-main/domains')

describe('the files', () => {
  const sizes = sources.filter((file) => !isTest(file)).map(linesOf)

  it('have a median below 80 lines', () => {
    expect([...sizes].sort((a, b) => a - b)[Math.floor(sizes.length / 2)]).toBeLessThan(80)
  })

  it('exceed 250 lines in few places', () => {
    expect(sizes.filter((lines) => lines > 250).length / sizes.length).toBeLessThan(0.03)
  })
})

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('doc comments', () => {
  const OPENS = /(?:\/\*\*|@component) (?:What|Who|Whose|Whether|How|Of|Where|Those|That)\b.*/g

  it('begin with the thing or its deed, not with a clause', () => {
    const found = [...sources, ...filesBelow('test')].flatMap((file) =>
      [...read(file).matchAll(OPENS)].map(([text]) => `${file}: ${text}`),
    )
    expect(found).toEqual([])
  })
})

describe('imports', () => {
  const CLIMBS = /(?:\bfrom|\bimport|\(import|\bmock\()\s*\(?'(?:\.\.\/){3}/

  it('name the room of a module that is elsewhere, and never climb three folders', () => {
    expect([...sources, ...filesBelow('test')].filter((file) => CLIMBS.test(read(file)))).toEqual([])
  })
})

describe('the folders of tests', () => {
  it('have a line each in the documentation', () => {
    const told = readFileSync(path.join(root, 'docs/testing.md'), 'utf8').matchAll(/^\| `test\/(\w+)` \|/gm)
    expect([...told].map(([, name]) => name).sort()).toEqual(foldersIn('test').sort())
  })
})

describe('the twelve domains', () => {
  it('are those that the import rules put in order', () => {
    const rules = readFileSync(path.join(root, '.dependency-cruiser.cjs'), 'utf8')
    const ordered = /const DOMAINS = \[([^\]]*)\]/.exec(rules)?.[1]?.match(/\w+/g) ?? []
    expect([...ordered].sort()).toEqual([...domains].sort())
    expect(domains).toHaveLength(12)
  })

  it.each(['src-renderer/domains', 'test/contract'])('are the folders of %s', (folder) => {
    for (const name of foldersIn(folder)) expect(domains).toContain(name)
  })

  it.each(domains)('%s has an index, operations, their areas, and a README of few lines', (domain) => {
    const at = path.join(DOMAINS, domain)
    const files = readdirSync(at, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
    expect(files.map(({ name }) => name).sort()).toEqual(['README.md', 'index.ts'])
    expect(foldersIn(`src-main/domains/${domain}`)).toContain('operations')
    const lines = readFileSync(path.join(at, 'README.md'), 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(30)
  })

  it('have at most 25 files in a folder', () => {
    const counts = new Map<string, number>()
    for (const file of filesBelow('src-main/domains').filter((one) => !isTest(one)))
      counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
  })
})

describe('the operations', () => {
  const files = filesBelow('src-main/domains').filter(
    (file) => file.includes('/operations/') && !isTest(file) && !file.endsWith('/index.ts'),
  )
  const EXPORT = /^export (?:async )?(?:const|function) (\w+)/gm
  const names = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(EXPORT)].map(([, name]) => name),
  )
  const ids = [...OPERATIONS, ...FORMER_OPERATIONS].map(({ operationId }) => operationId)
  /** The same operation for somebody else: the window, or a former version of the contract. */
  const variants = ['createApiTokenFormerly', 'searchAllEvents', 'surveyPlayground', 'surveyPastPlayground']

  it('are exported under their ids, once', () => {
    expect([...names].sort()).toEqual([...new Set(ids), ...variants].sort())
  })

  it('of an area take no more than 250 lines', () => {
    expect(files.filter((file) => linesOf(file) > 250)).toEqual([])
  })

  it('are all in the written lists', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/list-operations.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('the folders', () => {
  it('are not named utils, helpers or the like', () => {
    expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([])
  })

  it('of areas have one name in main, renderer and contract', () => {
    const inMain = domains.flatMap((domain) => [
      ...foldersIn(`src-main/domains/${domain}`),
      ...filesBelow(`src-main/domains/${domain}/operations`).map((file) => path.basename(file, '.ts')),
    ])
    const inShared = domains.flatMap((domain) => {
      const contract = `src-shared/${domain}/contract`
      return existsSync(path.join(root, contract))
        ? filesBelow(contract).map((file) => path.basename(file, '.ts'))
        : []
    })
    // versions are data only, shared, and need no backend; agents use the operations of others
    const known = [...inMain, ...inShared, 'versions', 'agents']
    for (const domain of foldersIn('src-renderer/domains'))
      for (const area of foldersIn(`src-renderer/domains/${domain}`)) expect(known).toContain(area)
  })
})
