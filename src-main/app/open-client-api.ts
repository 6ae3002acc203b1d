import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { ClientApi } from '#domains/clients/client-api/client-api.ts'
import type { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { EvaluationLog } from '#domains/clients/evaluation-log/evaluation-log.ts'
import { ClientNews } from '#domains/clients/client-news/client-news.ts'
import { RemoteStreams } from '#domains/clients/remote-evaluation/remote-streams.ts'
import { StreamTickets } from '#domains/clients/remote-evaluation/stream-tickets.ts'
import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import type { Sealer } from '#kernel/sealer.ts'

interface Sources {
  configuration: ClientConfiguration
  seenContexts: SeenContexts
  allowance: ReportAllowance
  tokens: TokenDirectory
  sealer: Sealer
  clock: Clock
  /** Public URL of the pages, or their path alone. */
  baseUrl: string
}

/** Makes what the APIs for programs share. */
export function openClientApi({ configuration, seenContexts, allowance, ...sources }: Sources) {
  const evaluationLog = new EvaluationLog()
  const clientApi = new ClientApi(configuration, { log: evaluationLog, seen: seenContexts, allowance })
  const { tokens, sealer, clock, baseUrl } = sources
  const remoteStreams = new RemoteStreams(clientApi, {
    tickets: new StreamTickets(tokens, sealer, () => clock.now()),
    basePath: URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/$/, '') : baseUrl,
  })
  const clientNews = new ClientNews(clock)
  return { evaluationLog, seenContexts, reportAllowance: allowance, clientApi, clientNews, remoteStreams }
}
