import { buffered } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/telemetry.ts'
import type { MetricsServices } from '../client-api/take-metrics.ts'
import { evaluationsInLogs, evaluationsInSpans } from '../telemetry/find-evaluations.ts'
import { takeEvaluations } from '../telemetry/take-evaluations.ts'

export const receiveSpans = (services: MetricsServices) =>
  buffered(contract.receiveSpans, async (context, { body }) => {
    const rejection = await takeEvaluations(services, context, await evaluationsInSpans(body))
    if (!rejection) return {}
    const { count: rejectedSpans, errorMessage } = rejection
    return { partialSuccess: { rejectedSpans, errorMessage } }
  })

export const receiveLogRecords = (services: MetricsServices) =>
  buffered(contract.receiveLogRecords, async (context, { body }) => {
    const rejection = await takeEvaluations(services, context, await evaluationsInLogs(body))
    if (!rejection) return {}
    const { count: rejectedLogRecords, errorMessage } = rejection
    return { partialSuccess: { rejectedLogRecords, errorMessage } }
  })
