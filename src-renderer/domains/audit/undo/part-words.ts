import type { Path } from '../../../../src-shared/audit/undo/index.ts'

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
}

/** Names what a part belongs to: `Flag checkout`. */
export const ownerInWords = ([kind = '', name = '']: Path): string =>
  `${new Map(Object.entries(KINDS)).get(kind) ?? kind} ${name}`

/** Names a part within what it belongs to: `enabled in production`. Empty: it is the whole. */
export const detailInWords = ([, , ...rest]: Path): string => restInWords(rest)

/** Names a part in a few words: `Flag checkout: enabled in production`. */
export function partInWords(path: Path): string {
  const detail = detailInWords(path)
  return detail === '' ? ownerInWords(path) : `${ownerInWords(path)}: ${detail}`
}

function restInWords([part, ...names]: readonly string[]): string {
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
      return `roles of ${first} ${second ?? ''}`
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
