import type { UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { counted } from '#ui/figures.ts'

/** Affected requests that were recorded here, in words. */
export function affectedCallsInWords({
  calls,
  failing,
}: Pick<UpgradeReport, 'failing'> & { calls: readonly { count: number }[] }) {
  const total = calls.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return { hasCalls: false, words: 'No affected requests recorded here.' }
  const would = failing === 0 ? 'none would fail' : `${counted(failing, 'request')} would fail`
  return { hasCalls: true, words: `${counted(total, 'affected request')} recorded here, ${would}` }
}

/** The report of requests, from one version to another. */
export const reportLink = (from: string, to: string): string =>
  `#/versions/calls?${new URLSearchParams({ from, to }).toString()}`
