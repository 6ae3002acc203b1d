import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { chooseFolder, findCodeFile, isInside } from './allowed-folder.ts'

const temp = makeTempFolder()
const at = (...parts: string[]) => path.join(realpathSync(temp.folder), ...parts)

beforeAll(() => {
  for (const folder of ['code/shop/src', 'code-of-others', 'secrets'])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('code/shop/src/a.ts'), '')
  writeFileSync(at('code/shop/src/key.pem'), '')
  writeFileSync(at('secrets/b.ts'), '')
  symlinkSync(at('secrets'), at('code/shop/out'))
  symlinkSync(at('secrets/b.ts'), at('code/shop/src/b.ts'))
  symlinkSync(at('code/shop/src/key.pem'), at('code/shop/src/key.ts'))
  symlinkSync(at('code'), at('link-to-code'))
})
afterAll(() => temp.remove())

describe('a folder with code', () => {
  it('is one below a root, by its real path', async () => {
    expect(await chooseFolder(at('code/shop'), [at('code')])).toEqual({
      path: at('code/shop'),
      problem: null,
    })
    expect(await chooseFolder(at('code'), [at('code')])).toMatchObject({ path: at('code') })
    expect(await chooseFolder(at('code/x/../shop/'), [at('code')])).toMatchObject({ path: at('code/shop') })
    expect(await chooseFolder(at('link-to-code/shop'), [at('link-to-code')])).toMatchObject({
      path: at('code/shop'),
    })
    expect(await chooseFolder(at('code/shop'), [at('link-to-code')])).toMatchObject({ path: at('code/shop') })
  })

  it.each([
    ['another folder', ['secrets']],
    ['a folder whose name begins like the root', ['code-of-others']],
    ['a path that climbs out', ['code/../secrets']],
    ['a link that leads out', ['code/shop/out']],
    ['the folder above', ['.']],
    ['a missing folder elsewhere, with the same answer as one that is there', ['secrets/none']],
  ])('is not %s', async (_what, [folder = '']) => {
    expect(await chooseFolder(at(folder), [at('code')])).toEqual({
      path: null,
      problem: 'Halyard may read only folders below those of the setting codeRoots.',
    })
  })

  it('is not a file, a missing folder, part of a path or nothing at all', async () => {
    const problemOf = async (folder: string, roots = [at('code')]) =>
      (await chooseFolder(folder, roots)).problem
    const missing = 'There is no such folder on the machine that runs Halyard.'
    expect(await problemOf(at('code/shop/src/a.ts'))).toBe(missing)
    expect(await problemOf(at('code/none'))).toBe(missing)
    expect(await problemOf('code/shop')).toBe('Enter the whole path of a folder.')
    expect(await problemOf(`${at('code')}/\0`)).toBe('Enter the whole path of a folder.')
    expect(await problemOf(at('code'), [])).toContain('The setting codeRoots allows some.')
    expect(await problemOf(at('code'), [at('none')])).toContain('only folders below')
  })
})

describe('a file to open', () => {
  it('is code below its folder', async () => {
    expect(await findCodeFile(at('code/shop'), 'src/a.ts')).toBe(at('code/shop/src/a.ts'))
  })

  it.each([
    '../../secrets/b.ts',
    'out/b.ts',
    'src/b.ts',
    'src/key.pem',
    'src/key.ts',
    'src',
    'src/none.ts',
    '/etc/passwd',
    'src/a.ts\0.ts',
  ])('is not %j', async (file) => {
    expect(await findCodeFile(at('code/shop'), file)).toBeUndefined()
  })
})

it('a folder contains itself and what is below', () => {
  expect(isInside('/a/b', '/a/b')).toBe(true)
  expect(isInside('/a/b', '/a/b/..c')).toBe(true)
  expect(isInside('/a/b', '/a/bc')).toBe(false)
  expect(isInside('/a/b', '/a')).toBe(false)
})
