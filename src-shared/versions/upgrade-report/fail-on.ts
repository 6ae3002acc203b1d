import type { JudgedCall, UpgradeReport, Verdict } from '../schemas/upgrade-report.ts'

/** Findings that make a build fail. Each word includes those before it. */
export const FAIL_ON = ['never', 'removed', 'deprecated', 'any'] as const
export type FailOn = (typeof FAIL_ON)[number]

const GONE: readonly Verdict[] = ['removed', 'refused', 'property removed']

/** Filters the entries of a report that `--fail-on` names. Uncertain entries count only for `any`. */
export function failsOn(failOn: FailOn, { calls }: Pick<UpgradeReport, 'calls'>): JudgedCall[] {
  return calls.filter(({ verdict, isCertain }) => {
    if (failOn === 'never') return false
    if (failOn === 'any') return true
    if (!isCertain) return false
    return GONE.includes(verdict) || (failOn === 'deprecated' && verdict === 'deprecated')
  })
}
