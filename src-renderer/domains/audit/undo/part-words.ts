import type { Path } from '#shared/audit/undo/index.ts'

const KINDS: Readonly<Record<string, string>> = {
  flag: 'Flag',
  segment: 'Segment',
  role: 'Role',
  group: 'Group',
  project: 'Project',
  environment: 'Environment',
  'context-field': 'Context field',
  'tag-type': 'Tag type',
  tag: 'Tag',
  'strategy-type': 'Strategy type',
  'strategy-type-deprecated': 'Deprecation of strategy type',
  'feature-type': 'Flag type',
  expectation: 'Expectation',
}

export interface NamedItem {
  id: number | string
  name: string
}

/** Gives the name of an item of a kind by its id; undefined: it is not known. `isWhole`: the part is the item itself. */
export type NameOf = (kind: string, id: string, isWhole: boolean) => string | undefined

/** Finds names of items by their kind and id. */
export function namesIn(items: Readonly<Record<string, readonly NamedItem[] | undefined>>) {
  const names = new Map(
    Object.entries(items).map(([kind, all]) => [
      kind,
      new Map(all?.map(({ id, name }) => [String(id), name])),
    ]),
  )
  return (kind: string, id: string): string | undefined => names.get(kind)?.get(id)
}

const nameless: NameOf = () => undefined

/** Names what a part belongs to: `Flag checkout`. */
export const ownerInWords = ([kind = '', id = '', ...rest]: Path, nameOf: NameOf = nameless): string =>
  `${new Map(Object.entries(KINDS)).get(kind) ?? kind} ${nameOf(kind, id, rest.length === 0) ?? id}`

/** Names a part within what it belongs to: `enabled in production`. Empty: it is the whole. */
export const detailInWords = ([, , ...rest]: Path, nameOf: NameOf = nameless): string =>
  restInWords(rest, nameOf)

/** Names a part in a few words: `Flag checkout: enabled in production`. */
export function partInWords(path: Path, nameOf: NameOf = nameless): string {
  const [owner, detail] = [ownerInWords(path, nameOf), detailInWords(path, nameOf)]
  return detail === '' ? owner : `${owner}: ${detail}`
}

function restInWords([part, ...names]: readonly string[], nameOf: NameOf): string {
  const [first = '', second, third, fourth] = names
  switch (part) {
    case undefined:
      return ''
    case 'env':
      return environmentInWords(first, second, third, fourth)
    case 'tag':
      return `tag ${first}:${second ?? ''}`
    case 'parent':
      return `dependency on ${first}`
    case 'link':
      return 'link'
    case 'code-folders':
      return 'code folders'
    case 'access':
      return `roles of ${first} ${nameOf(first, second ?? '', false) ?? second ?? ''}`
    default:
      return part
  }
}

function environmentInWords(environment: string, part?: string, id?: string, place?: string): string {
  switch (part) {
    case undefined:
      return `environment ${environment}`
    case 'strategy':
      return `${place === undefined ? 'strategy' : 'place of strategy'} ${(id ?? '').slice(-6)} in ${environment}`
    case 'default-strategy':
      return `default strategy in ${environment}`
    case 'approvals':
      return `required approvals in ${environment}`
    default:
      return `${part} in ${environment}`
  }
}
