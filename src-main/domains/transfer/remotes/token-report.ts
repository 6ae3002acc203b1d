import { compositeKey } from '#shared/composite-key.ts'
import type { RemoteCheck } from '#shared/transfer/schemas/remote.ts'

type Tokens = NonNullable<RemoteCheck['tokens']>

/** Counts a remote's tokens by type, and finds those that a version rejects. Secrets are not read. */
export function toTokenReport(tokens: readonly { type: string; environment?: string | undefined }[]): Tokens {
  const counts = new Map<string, Tokens['counts'][number]>()
  for (const { type: raw, environment = '*' } of tokens) {
    // the name of the kind in version 6 and earlier
    const type = raw.toLowerCase() === 'client' ? 'backend' : raw.toLowerCase()
    const known = counts.get(compositeKey(type, environment)) ?? { type, environment, count: 0 }
    counts.set(compositeKey(type, environment), { ...known, count: known.count + 1 })
  }
  const all = [...counts.values()].sort(
    (a, b) => a.type.localeCompare(b.type) || a.environment.localeCompare(b.environment),
  )
  const admins = all.filter(({ type }) => type === 'admin').reduce((sum, { count }) => sum + count, 0)
  const findings = admins === 0 ? [] : ADMIN_FINDINGS.map((finding) => ({ ...finding, count: admins }))
  return { counts: all, findings }
}

/** docs/contract/versions.md#strict-tokens. */
const ADMIN_FINDINGS = [
  {
    version: '7.0.0',
    text: 'Admin tokens cannot be created through the API any more: those that are there stay, new ones are personal access tokens.',
  },
  {
    version: '8.0.0',
    text: 'The client API and the frontend API refuse admin tokens: SDKs need backend and frontend tokens.',
  },
]
