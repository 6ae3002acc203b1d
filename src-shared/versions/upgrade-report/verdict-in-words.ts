import type { JudgedCall } from '../schemas/upgrade-report.ts'

/** Describes the effect of an upgrade on a request. */
export function verdictInWords({
  verdict,
  version,
  deprecated,
  isCertain,
}: Pick<JudgedCall, 'verdict' | 'version' | 'deprecated' | 'isCertain'>): string {
  switch (verdict) {
    case 'removed':
      return `Removed in ${version}`
    case 'refused':
      return `Refused from ${version} on`
    case 'property removed':
      return isCertain ? `Property removed in ${version}` : `Property of the answer removed in ${version}`
    case 'unsupported':
      return `Not supported by ${version}`
    case 'outdated':
      return `Works with ${version}, but misses features`
    case 'behaviour':
      return `Answered otherwise from ${version} on`
    case 'error shape':
      return `Errors have another shape from ${version} on`
    case 'deprecated': {
      const since = `Deprecated since ${deprecated.join(' and ')}`
      return version === null ? since : `${since}, removed in ${version}`
    }
  }
}
