import { changesBetween, type ChangeKind, type VersionChange } from '#shared/versions/rules/index.ts'

export const KINDS: readonly { value: ChangeKind | ''; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'capability', label: 'Capabilities' },
  { value: 'endpoint removed', label: 'Endpoints removed' },
  { value: 'endpoint restored', label: 'Endpoints restored' },
  { value: 'property removed', label: 'Properties removed' },
  { value: 'requirement', label: 'Requirements' },
  { value: 'behaviour', label: 'Behaviour' },
]

interface Sought {
  from: string
  to: string
  text: string
  kind: ChangeKind | ''
}

/** Finds the changes between two versions that contain all the words, by version, newest first. */
export function findChanges({
  from,
  to,
  text,
  kind,
}: Sought): { version: string; changes: VersionChange[] }[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = changesBetween(from, to).filter(
    (change) =>
      (kind === '' || change.kind === kind) && words.every((word) => wordsOf(change).includes(word)),
  )
  const versions = [...new Set(found.map(({ version }) => version))].reverse()
  return versions.map((version) => ({ version, changes: found.filter((one) => one.version === version) }))
}

const wordsOf = ({ title, detail = '', replacement = '', plan = '', kind, version }: VersionChange): string =>
  [title, detail, replacement, plan, kind, version].join(' ').toLowerCase()
