import type { OverlayHeaders } from '#shared/flags/schemas/override.ts'
import type { Actor, TokenScope } from '#kernel/caller.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import { registerApplications, type Registration } from '#domains/flags/metrics/register-applications.ts'
import { findSoleEnvironment } from '#domains/projects/environments/sole-environment.ts'
import type { EvaluationLog } from '../evaluation-log/evaluation-log.ts'
import { FrontendAnswers } from '../frontend-api/frontend-answers.ts'
import type { SeenContexts } from '../seen-contexts/seen-contexts.ts'
import type { WaitingReports } from '../mirror/waiting-reports.ts'
import type { ClientConfiguration, EnvironmentConfiguration } from './client-configuration.ts'
import { SdkRevisions } from '../propagation/sdk-revisions.ts'
import { ClientDeltas, type DeltaOptions } from './client-deltas.ts'
import { ClientFeaturesBodies } from './client-features-bodies.ts'
import { audiencesOf, overriddenAudiences, viewOf } from './overlay-views.ts'
import { readFirstEnvironment, readOpenProjectIds, readProjectIds } from './client-features.read-model.ts'

type Scoped = Pick<QueryContext, 'caller' | 'visible' | 'hidden'>

/** Request by which overrides for a token or a header are chosen. */
interface OverlaidRequest {
  actor: Actor
  headers: OverlayHeaders
}

/** Shared state of the client and frontend APIs. */
export class ClientApi {
  readonly configuration: ClientConfiguration
  readonly bodies: ClientFeaturesBodies
  readonly deltas: ClientDeltas
  readonly sdkRevisions: SdkRevisions
  readonly frontendAnswers = new FrontendAnswers()
  readonly log: Pick<EvaluationLog, 'note'>
  readonly seen: Pick<SeenContexts, 'note'>
  readonly allowance: ReportAllowance
  readonly #reports: WaitingReports | undefined
  #openStreams = 0
  /** By process id. */
  readonly #streamsOfWorkers = new Map<number, number>()
  /** Streams that began under a former number end. */
  #streamGeneration = 0

  constructor(
    configuration: ClientConfiguration,
    {
      log,
      seen,
      allowance,
      reports,
      sdkRevisions = new SdkRevisions(configuration),
      deltas,
    }: Pick<ClientApi, 'log' | 'seen' | 'allowance'> & {
      reports?: WaitingReports | undefined
      sdkRevisions?: SdkRevisions
      deltas?: DeltaOptions
    },
  ) {
    this.#reports = reports
    this.allowance = allowance
    this.log = log
    this.seen = seen
    this.configuration = configuration
    this.bodies = new ClientFeaturesBodies(configuration)
    this.deltas = new ClientDeltas(configuration, deltas)
    this.sdkRevisions = sdkRevisions
  }

  /** Streams that SDKs of servers have open, also at workers. */
  get openStreams(): number {
    return [...this.#streamsOfWorkers.values()].reduce((sum, open) => sum + open, this.#openStreams)
  }

  /** Notes how many streams a worker has open. */
  noteStreamsOf(worker: number, open: number): void {
    if (open === 0) this.#streamsOfWorkers.delete(worker)
    else this.#streamsOfWorkers.set(worker, open)
  }

  /** Counts a stream until the returned function is called. */
  beginStream(): () => void {
    this.#openStreams += 1
    return () => {
      this.#openStreams -= 1
    }
  }

  get streamGeneration(): number {
    return this.#streamGeneration
  }

  /** Ends all streams after that is asked for. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    this.sdkRevisions.noteEvents(events)
    if (events.some(({ type }) => type === 'streams-disconnected')) this.endStreams()
  }

  /** Ends all streams: each notices at its next check, which every write brings about. */
  endStreams(): void {
    this.#streamGeneration++
  }

  /** Returns the configuration of an environment as a request gets it, with the overrides for its token and its header. */
  async viewFor(environment: string, { actor, headers }: OverlaidRequest): Promise<EnvironmentConfiguration> {
    return viewOf(await this.configuration.of(environment), audiencesOf(actor, headers))
  }

  /** Finds the audiences of a request that overrides are for. */
  async audiencesFor(environment: string, { actor, headers }: OverlaidRequest): Promise<readonly string[]> {
    return overriddenAudiences(await this.configuration.of(environment), audiencesOf(actor, headers))
  }

  /** Registers starts of SDKs, here and for the upstream of a mirror. */
  async register(context: MutationContext, registrations: readonly Registration[]): Promise<void> {
    const kept = await registerApplications(context, registrations, this.allowance)
    await this.#reports?.takeRegistrations(context, kept)
  }

  /**
   * Determines what a caller may see. An SDK's token has its own scope. An Admin or a person has all projects
   * of one environment, except those hidden from a person. That environment is the requested one, else the
   * caller's, else the first of the instance. Clients without a token, as up to version 3, get the sole
   * environment and no private projects (ADR 0019).
   */
  async scopeOf({ caller, visible, hidden }: Scoped, asked = caller.environment): Promise<TokenScope> {
    const { actor } = caller
    if (actor.kind === 'backend-token' || actor.kind === 'frontend-token') return actor
    if (actor.kind === 'anonymous')
      return {
        environment: (await findSoleEnvironment(visible)) ?? 'default',
        projects: (await readOpenProjectIds(visible)) ?? ['*'],
      }
    return {
      environment: asked ?? (await readFirstEnvironment(visible)) ?? 'default',
      projects: hidden.size === 0 ? ['*'] : await readProjectIds(visible),
    }
  }
}
