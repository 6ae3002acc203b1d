import type { JudgedCall, UpgradeReport, Verdict } from '../schemas/upgrade-report.ts'

/** Findings that make a build fail. Each word includes those before it. */
export const FAIL_ON = ['never', 'removed', 'deprecated', 'any'] as const
export type FailOn = (typeof FAIL_ON)[number]

const GONE: readonly Verdict[] = ['removed', 'refused', 'property removed']
const SDK_TOKENS: readonly string[] = ['backend-token', 'frontend-token']

/**
 * Checks whether SDKs alone send a removed property. They send it by themselves, later versions ignore it (observed on 7.6.5 and
 * 8.2.0), and nobody can stop it but by another SDK.
 */
export const isSentBySdksAlone = ({ verdict, callers }: Pick<JudgedCall, 'verdict' | 'callers'>): boolean =>
  verdict === 'property removed' &&
  callers.length > 0 &&
  callers.every(({ kind }) => SDK_TOKENS.includes(kind))

/**
 * Filters the entries of a report that `--fail-on` names. Uncertain entries, and properties that SDKs send by themselves, count only
 * for `any`.
 */
export function failsOn(failOn: FailOn, { calls }: Pick<UpgradeReport, 'calls'>): JudgedCall[] {
  return calls.filter((call) => {
    if (failOn === 'never') return false
    if (failOn === 'any') return true
    if (!call.isCertain || isSentBySdksAlone(call)) return false
    return GONE.includes(call.verdict) || (failOn === 'deprecated' && call.verdict === 'deprecated')
  })
}
