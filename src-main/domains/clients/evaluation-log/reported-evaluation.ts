import type { LoggedFlag } from '#shared/clients/schemas/evaluation-log.ts'

/** Result of a flag that an SDK decided itself. */
export interface ReportedEvaluation {
  readonly flag: string
  /** Project of the flag; null: no flag has that name. */
  readonly project: string | null
  readonly variant: string | null
  readonly value: string | null
  /** Value of a flag that is on or off; null: it is of another type, or not known. */
  readonly enabled: boolean | null
  readonly reason: string | null
  readonly error: string | null
  /** Provider of OpenFeature that decided. */
  readonly provider: string | null
}

/** Converts to a result of the log, with sentences that claim nothing that Halyard does not know. */
export function toLoggedFlag(reported: ReportedEvaluation): LoggedFlag {
  const { flag, variant, value, enabled, reason, error, project } = reported
  return {
    name: flag,
    enabled,
    variant,
    value,
    decidedBy: 'sdk',
    reason: error === null ? (reason ?? 'unknown') : 'error',
    explanation: [sentenceOf(reported), ...(project === null ? ['No flag has this name.'] : [])],
    override: null,
  }
}

function sentenceOf({ reason, error, provider }: ReportedEvaluation): string {
  const sdk = provider === null ? 'The SDK' : `The SDK (${provider})`
  if (error !== null) return `${sdk} reported the error ${error}, and used the default of the code.`
  return reason === null ? `${sdk} decided, and gave no reason.` : `${sdk} decided: ${reason}.`
}
