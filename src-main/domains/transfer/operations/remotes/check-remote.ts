import { checkRemote as operation } from '#shared/transfer/contract/remotes.ts'
import { compatibilityWith } from '#shared/transfer/remotes/index.ts'
import type { RemoteCheck } from '#shared/transfer/schemas/remote.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { environmentNames } from '#domains/access/records/places/places.read-model.ts'
import { listProjects } from '#domains/projects/records/projects/projects.read-model.ts'
import { reportOf } from '#domains/versions/records/upgrade-report/report.ts'
import type { JudgedCalls } from '#domains/versions/records/upgrade-report/judged-calls.ts'
import { inspectRemote } from '../../records/remotes/inspect-remote.ts'
import type { RemoteServices } from '../../records/remotes/remote-services.ts'
import { requireRemote } from '../../records/remotes/remotes.store.ts'

/**
 * Checks whether a remote can be reached, its version and edition, and the incompatibilities with this
 * instance. It sends requests and may store the token, so it is a mutation.
 */
export const checkRemote = ({ remotes, judgedCalls }: Omit<RemoteServices, 'access'>) =>
  preparedMutation(
    operation,
    async ({ queries }, { params: { id }, body }) => {
      const remote = await requireRemote(queries, id)
      return { remote, found: await inspectRemote(remotes.clientOf(remote, body)) }
    },
    async (context, { body }, { remote, found }): Promise<RemoteCheck> => {
      const { queries, now } = context
      if (found.problem === null) context.onCommit(() => remotes.hold(remote, body))
      const projects = await listProjects(queries, now, { archived: false, user: undefined })
      const ids = new Set(projects.map((project) => project.id))
      const environments = new Set(await environmentNames(queries))
      return {
        ...found,
        url: remote.url,
        projects: found.projects?.map((one) => ({ ...one, isHere: ids.has(one.id) })) ?? null,
        environments:
          found.environments?.map((one) => ({ ...one, isHere: environments.has(one.name) })) ?? null,
        compatibility: found.version === null ? null : judge(found.version, judgedCalls),
      }
    },
  )

type Compatibility = NonNullable<RemoteCheck['compatibility']>

function judge(version: string, judgedCalls: JudgedCalls): Compatibility {
  const { isNewer, operations, changes } = compatibilityWith(version)
  return {
    isNewer,
    operations,
    changes: changes.map(({ id, version: since, kind, title, detail }) => ({
      id,
      version: since,
      kind,
      title,
      detail: detail ?? null,
    })),
    calls: callsConcerned(version, judgedCalls),
  }
}

const CONCERNED: readonly string[] = ['removed', 'refused', 'property removed']

/**
 * Lists the calls made here that the remote's version would not accept as they are. The version that this
 * instance answers as does not matter.
 */
function callsConcerned(version: string, judgedCalls: JudgedCalls): Compatibility['calls'] {
  const { calls } = reportOf(judgedCalls.all(), { from: '0.0.0', to: version })
  return calls.flatMap(({ id, call, verdict, isCertain, version: since, callers, count }) =>
    since !== null && CONCERNED.includes(verdict)
      ? [{ id, call, verdict, isCertain, version: since, callers: callers.length, count }]
      : [],
  )
}
