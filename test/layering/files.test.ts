import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from '../support/root.ts'

const CODE = /\.(ts|svelte)$/

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => CODE.test(file))
}
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const linesOf = (file: string) => read(file).split('\n').length - 1

const sources = ['src-main', 'src-renderer', 'src-shared'].flatMap(filesBelow)
const isTest = (file: string) => file.endsWith('.test.ts')
const areas = readdirSync(path.join(root, 'src-main/features'))

describe('the size of files', () => {
  const sizes = sources.filter((file) => !isTest(file)).map(linesOf)

  it('has its median below 80 lines', () => {
    expect([...sizes].sort((a, b) => a - b)[Math.floor(sizes.length / 2)]).toBeLessThan(80)
  })

  it('goes beyond 250 lines in few places', () => {
    expect(sizes.filter((lines) => lines > 250).length / sizes.length).toBeLessThan(0.03)
  })
})

describe('the areas', () => {
  /** Files that reach this feature by its index, from outside of all features. */
  const whoNames = (area: string) =>
    sources.filter(
      (file) =>
        !isTest(file) &&
        !file.startsWith('src-main/features/') &&
        new RegExp(`from '[./]*features/${area}/index\\.ts'`).test(read(file)),
    )

  it.each(areas)('%s: only the two lists and the composition root name it', (area) => {
    const lists = [
      'src-main/bootstrap/authenticate.ts',
      'src-main/bootstrap/backend.ts',
      'src-main/bootstrap/create-backend.ts',
      'src-main/bootstrap/jobs.ts',
      'src-main/bootstrap/upgrade-report-command.ts',
      'src-main/transport/http/bindings.ts',
      'src-main/bootstrap/app-router.ts',
      'src-main/transport/services.ts',
    ]
    expect(whoNames(area).filter((file) => !lists.includes(file))).toEqual([])
  })

  it('have one name in contract, main and renderer', () => {
    const inContract = filesBelow('src-shared/contract').map((file) => path.basename(file, '.ts'))
    const inRenderer = readdirSync(path.join(root, 'src-renderer/features'))
    // what is data alone (versions) is shared, and needs no backend
    const inShared = readdirSync(path.join(root, 'src-shared'))
    for (const area of inRenderer) expect([...areas, ...inContract, ...inShared]).toContain(area)
    // the other way round: an area serves operations of its own name, but for parts of others, jobs and former contracts
    const alone = areas.filter((area) => !inContract.includes(area) && !area.startsWith('former-'))
    expect(alone).toEqual(['flag-links', 'milestones', 'retention', 'stages', 'user-admin'])
  })

  it('have no folder of leftovers', () => {
    expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([])
  })
})
