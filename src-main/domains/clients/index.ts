import { readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { domain, type Foundation, type ServicesOf } from '#main/app/domain.ts'
import type { access } from '#domains/access/index.ts'
import type { flags } from '#domains/flags/index.ts'
import { CodeScanner } from '#main/code-references/code-scanner.ts'
import { isOpenToOthers } from '#settings/public-url.ts'
import * as operations from './operations/index.ts'
import { countInstancesSince } from './applications/instances.read-model.ts'
import { ClientApi } from './client-api/client-api.ts'
import { ClientConfiguration } from './client-api/client-configuration.ts'
import { storedConfiguration } from './client-api/configuration-source.ts'
import { ClientNews } from './client-news/client-news.ts'
import { CodeScans } from './code-references/code-scans.ts'
import { ProcessFamily } from '#runtime/process-family.ts'
import { LineAuthors } from './code-references/line-authors.ts'
import { EdgeGate } from './edge/hmac.ts'
import { EvaluationLog } from './evaluation-log/evaluation-log.ts'
import { RemoteStreams } from './remote-evaluation/remote-streams.ts'
import { RemoteUsage } from './remote-evaluation/remote-usage.ts'
import { StreamTickets } from './remote-evaluation/stream-tickets.ts'
import { openMirror } from './mirror/open-mirror.ts'
import { SeenContexts } from './seen-contexts/seen-contexts.ts'

/** SDKs send metrics once a minute: those not heard of in so long have gone. */
const RECENT_MS = 5 * 60_000

/** Everything that programs ask and report: the client and frontend API, Edge, applications, and references in code. */
export const clients = domain(
  operations,
  async (foundation, earlier: ServicesOf<typeof access> & ServicesOf<typeof flags>) => {
    const { store, clock, config, options, sealer, baseUrl, reportAllowance: allowance } = foundation
    const configuration = new ClientConfiguration(storedConfiguration(store.queries))
    await configuration.load()
    const seenContexts = new SeenContexts(config.limits.seenContexts, allowance)
    await seenContexts.load(store.queries)
    const evaluationLog = new EvaluationLog()
    const processes = new ProcessFamily()
    const { mirror, reports, streams, jobs, ...ofMirror } = openMirror({
      config,
      outbound: foundation.upstream,
      directory: earlier.tokens,
      metricsBuffer: earlier.metricsBuffer,
      version: foundation.version,
      processes,
      openStreams: () => clientApi.openStreams,
      ids: foundation.ids,
      clock,
      logger: foundation.logger,
    })
    await mirror?.load(store.queries)
    const clientApi = new ClientApi(configuration, {
      log: evaluationLog,
      seen: seenContexts,
      allowance,
      reports,
    })
    clientApi.sdkRevisions.begin(await readLastEventId(store.queries))
    const codeScanner = new CodeScanner({ workerFile: options.codeScanFile })
    const now = () => clock.now()
    return {
      services: {
        clientApi,
        mirror,
        forwarder: ofMirror.forwarder,
        stateReporter: ofMirror.stateReporter,
        sdkTraffic: ofMirror.sdkTraffic,
        edgesBehind: ofMirror.edgesBehind,
        processes,
        upstreamStreams: streams,
        evaluationLog,
        seenContexts,
        /** Counts the processes that share the database. */
        countPeers: () => store.peers.count(),
        clientNews: new ClientNews(clock),
        remoteStreams: new RemoteStreams(clientApi, {
          tickets: new StreamTickets(earlier.tokens, sealer, now),
          baseUrl,
        }),
        remoteUsage: new RemoteUsage(earlier.metricsBuffer),
        edgeGate: new EdgeGate(config.edgeSecret),
        codeScans: new CodeScans({ scanner: codeScanner, roots: rootsOf(options), now }),
        lineAuthors: new LineAuthors(),
        /** Counts the SDKs that were heard of in the last minutes. */
        recentClients: () =>
          countInstancesSince(store.queries, new Date(clock.now().getTime() - RECENT_MS).toISOString()),
      },
      buffers: [
        { flush: () => seenContexts.flush((work) => store.transaction(work), clock.now()) },
        ...(mirror ? [{ flush: () => store.transaction((queries) => mirror.sources.save(queries)) }] : []),
      ],
      jobs,
      copies: mirror ? [{ tables: ['api_tokens'], reload: () => mirror.sources.reload(store.queries) }] : [],
      begin: (runtime) => mirror?.begin(runtime),
      notesEvents: [configuration.noteEvents, seenContexts.noteEvents, clientApi.noteEvents],
      stop: async () => {
        streams?.stop()
        ofMirror.forwarder?.stop()
        await ofMirror.stateReporter?.stop()
        await codeScanner.close()
      },
    }
  },
)

/**
 * Folders below which code may be read. The desktop's own count where the settings name none, and nobody else can come: to
 * others, the home folder of the person at the window is not to be opened by default.
 */
export function rootsOf({
  config,
  usualCodeRoots = [],
}: Pick<Foundation['options'], 'config' | 'usualCodeRoots'>): readonly string[] {
  if (config.settingSources.get('codeRoots') !== 'none') return config.codeRoots
  return isOpenToOthers(config) ? [] : usualCodeRoots
}
