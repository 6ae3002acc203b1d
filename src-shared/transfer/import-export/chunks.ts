import type { ExportedFlags, ImportFindings } from '../schemas/import-export.ts'

/** Number of flags per request. One body may not hold a file of thousands of flags. */
const CHUNK = 100

/**
 * Parts of a file that can be imported one after the other: parents go before the flags that depend on them; words that
 * flags share (context fields, types of tags) are in every part.
 */
export function toChunks(data: ExportedFlags, size = CHUNK): ExportedFlags[] {
  const children = new Set((data.dependencies ?? []).map((one) => one.feature))
  const parentsFirst = [...data.features].sort(
    (a, b) => Number(children.has(a.name)) - Number(children.has(b.name)),
  )
  const chunks: ExportedFlags[] = []
  for (let start = 0; start < parentsFirst.length; start += size) {
    const features = parentsFirst.slice(start, start + size)
    const names = new Set(features.map((feature) => feature.name))
    chunks.push({
      ...data,
      features,
      featureStrategies: data.featureStrategies.filter((one) => names.has(one.featureName)),
      featureEnvironments: data.featureEnvironments?.filter((one) => names.has(one.featureName)),
      featureTags: data.featureTags?.filter((one) => names.has(one.featureName)),
      dependencies: data.dependencies?.filter((one) => names.has(one.feature)),
      links: data.links?.filter((one) => names.has(one.feature)),
    })
  }
  return chunks
}

/** Merges the findings of all parts: each message once, with everything it concerns. */
export function mergeFindings(all: readonly ImportFindings[]): ImportFindings {
  const merge = (kind: keyof ImportFindings) => {
    const items = new Map<string, Set<string>>()
    for (const { message, affectedItems } of all.flatMap((findings) => findings[kind])) {
      const known = items.get(message) ?? new Set()
      for (const item of affectedItems) known.add(item)
      items.set(message, known)
    }
    return [...items].map(([message, affected]) => ({ message, affectedItems: [...affected].sort() }))
  }
  return { errors: merge('errors'), warnings: merge('warnings'), permissions: merge('permissions') }
}

/** Parents that come in another part are not missing. */
export function withoutOwnParents(findings: ImportFindings, data: ExportedFlags): ImportFindings {
  const own = new Set(data.features.map((feature) => feature.name))
  const errors = findings.errors
    .map((finding) =>
      finding.message.includes('dependencies')
        ? { ...finding, affectedItems: finding.affectedItems.filter((name) => !own.has(name)) }
        : finding,
    )
    .filter((finding) => finding.affectedItems.length > 0)
  return { ...findings, errors }
}
