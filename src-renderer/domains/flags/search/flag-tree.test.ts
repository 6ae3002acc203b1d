import { describe, expect, it } from 'vitest'

import { FlagTree } from './flag-tree.ts'

const treeOf = (...names: string[]) => new FlagTree(names.map((name) => ({ name })))
const shown = (tree: FlagTree<{ name: string }>, isOpen: (key: string) => boolean = () => true) =>
  tree
    .rows(isOpen)
    .map(({ label, depth, folder }) => `${'  '.repeat(depth)}${label}${folder ? ` (${folder.count})` : ''}`)

describe('flags by name as a tree', () => {
  it('are parted at dots, slashes and colons, in their order', () => {
    expect(
      shown(treeOf('banner', 'shop.cart.new', 'shop.cart.old', 'shop:tax', 'shop.menu', 'web/a', 'web/b')),
    ).toEqual([
      'banner',
      'shop. (3)',
      '  cart. (2)',
      '    new',
      '    old',
      '  menu',
      'shop:tax',
      'web/ (2)',
      '  a',
      '  b',
    ])
  })

  it('have no folder for a single flag, and one for parts that all share', () => {
    expect(shown(treeOf('a.b.c.one', 'a.b.c.two', 'd.e.f'))).toEqual([
      'a.b.c. (2)',
      '  one',
      '  two',
      'd.e.f',
    ])
    expect(shown(treeOf('a', 'a.', 'a..', 'a.b', 'a.b'))).toEqual(['a', 'a. (3)', '  a.', '  .', '  b'])
  })

  it('are in sight where their folders are open', () => {
    const tree = treeOf('a.b.one', 'a.b.two', 'a.c')
    expect(shown(tree, () => false)).toEqual(['a. (3)'])
    expect(shown(tree, (key) => key === 'folder a.')).toEqual(['a. (3)', '  b. (2)', '  c'])
  })

  it('are selected by their folder, and the folder by them', () => {
    const tree = treeOf('a.b.one', 'a.b.two', 'a.c', 'd')
    expect(tree.selectedBy(['folder a.b.'], [])).toEqual(['a.b.one', 'a.b.two'])
    expect(tree.withFolders(['a.b.one', 'a.b.two'])).toEqual(['a.b.one', 'a.b.two', 'folder a.b.'])
    const all = ['a.b.one', 'a.b.two', 'a.c']
    expect(tree.withFolders(all)).toEqual([...all, 'folder a.b.', 'folder a.'])
    expect(tree.selectedBy([...all.slice(1), 'folder a.b.', 'folder a.'], all)).toEqual(['a.b.two', 'a.c'])
    expect(tree.selectedBy([...all, 'folder a.b.'], all)).toEqual([])
    expect(tree.selectedBy([], [...all, 'd'])).toEqual([])
    expect(tree.selectedBy([...all, 'd'], ['a.b.one', 'a.b.two'])).toEqual(['a.b.one', 'a.b.two', 'a.c', 'd'])
  })

  it('of 10,000 flags read each name a few times only, whatever is open and selected', () => {
    let reads = 0
    const names = Array.from(
      { length: 10_000 },
      (_, n) => `team-${n % 20}.area-${n % 400}/part-${n % 2000}:${n}`,
    )
    const flags = names.map((name) => ({
      get name() {
        reads++
        return name
      },
    }))
    const tree = new FlagTree(flags)
    expect(tree.rows(() => true)).toHaveLength(10_000 + 20 + 400 + 2000)
    const selected = tree.selectedBy(['folder team-0.'], [])
    expect(selected).toHaveLength(500)
    expect(tree.withFolders(selected)).toHaveLength(500 + 1 + 20 + 100)
    expect(reads).toBeLessThan(40 * names.length)
  })
})
