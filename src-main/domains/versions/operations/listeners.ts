import { AppError, exceedsLimit, badData } from '#kernel/app-error.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/listeners.ts'
import {
  deleteListener,
  insertListener,
  readListeners,
  requireListener,
  updateListenerRow,
} from '../listeners/listeners.store.ts'
import type { ListeningPorts, ListenerPlan } from '../listeners/listening-ports.ts'
import type { Listener } from '#shared/versions/schemas/listener.ts'
import { readContractVersion } from '#shared/versions/rules/index.ts'

/** The schema has seen to it that they are versions. */
function planOf(
  port: number,
  { contract, strict }: { contract: string; strict?: string | null | undefined },
): ListenerPlan {
  const version = readContractVersion(contract)
  if (version === undefined) throw badData(`There is no version ${contract}`, '/body/contract')
  return { port, contract: version, strict: (strict && readContractVersion(strict)) || null }
}

/** Throws for a port that the configuration opened. */
function requireChangeable(ports: ListeningPorts, port: number): void {
  if (ports.isFixed(port))
    throw new AppError(
      'InvalidOperationError',
      `Port ${port} is of the settings or the command line: it is changed there.`,
    )
}

/** Throws if the request came through the port itself: closing it would cut off the response. */
function requireOtherPort({ caller }: MutationContext, port: number): void {
  if (caller.port === port)
    throw new AppError(
      'InvalidOperationError',
      `This was asked for through port ${port} itself: it is changed and removed through another one.`,
    )
}

/** Opens a port after the commit. The response says whether that worked. */
function openAfterCommit(
  { onPublished }: MutationContext,
  plan: ListenerPlan,
  ports: ListeningPorts,
): Listener {
  const listener = toListener(plan, ports)
  onPublished(async () => {
    await ports.open(plan)
    Object.assign(listener, toListener(plan, ports))
  })
  return listener
}

/** Shows a port, and whether it listens. */
const toListener = ({ port, contract, strict }: ListenerPlan, ports: ListeningPorts): Listener => ({
  port,
  url: ports.urlOf(port),
  contract,
  strict,
  failure: ports.failureOf(port),
  fixed: ports.isFixed(port),
})

/** The further ports: those of the settings, then those that were added here. */
export const getListeners = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  query(contract.getListeners, async ({ visible }) => {
    const stored = await readListeners(visible)
    const plans = [...listeningPorts.fixed, ...stored.filter(({ port }) => !listeningPorts.isFixed(port))]
    return { listeners: plans.map((plan) => toListener(plan, listeningPorts)) }
  })

/** Each is a server of its own. */
const MAX_LISTENERS = 8

/** Opens a port, now and after every start. One that cannot be opened is kept, and says why. */
export const addListener = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  mutation(contract.addListener, async (context, { body }) => {
    const { everything, record } = context
    const plan = planOf(body.port, body)
    const { port } = plan
    const stored = await readListeners(everything)
    if (listeningPorts.isFixed(port) || stored.some((one) => one.port === port))
      throw new AppError('ConflictError', `Port ${port} is a listener already.`)
    if (stored.length >= MAX_LISTENERS) throw exceedsLimit('listener', MAX_LISTENERS)
    await insertListener(everything, plan)
    record({ type: 'listener-added', data: { ...plan } })
    return openAfterCommit(context, plan, listeningPorts)
  })

export const updateListener = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  mutation(contract.updateListener, async (context, { params: { port }, body }) => {
    const { everything, record } = context
    requireChangeable(listeningPorts, port)
    requireOtherPort(context, port)
    const plan = planOf(port, body)
    const before = await requireListener(everything, port)
    await updateListenerRow(everything, plan)
    record({ type: 'listener-updated', data: { ...plan }, preData: { ...before } })
    return openAfterCommit(context, plan, listeningPorts)
  })

export const removeListener = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  mutation(contract.removeListener, async (context, { params: { port } }) => {
    const { everything, record, onPublished } = context
    requireChangeable(listeningPorts, port)
    requireOtherPort(context, port)
    const before = await requireListener(everything, port)
    await deleteListener(everything, port)
    record({ type: 'listener-removed', preData: { ...before } })
    onPublished(() => listeningPorts.close(port))
  })
