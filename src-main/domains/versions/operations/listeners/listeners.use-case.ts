import {
  addListener as add,
  getListeners as get,
  removeListener as remove,
  updateListener as update,
} from '../../../../../src-shared/contract/listeners.ts'
import type { Listener } from '../../../../../src-shared/schemas/listener.ts'
import { readContractVersion } from '../../../../../src-shared/versions/index.ts'
import { AppError, badData, exceedsLimit } from '../../../../kernel/app-error.ts'
import { mutation, query, type MutationContext } from '../../../../kernel/use-case.ts'
import type { ListenerPlan, ListeningPorts } from '../../records/listeners/listening-ports.ts'
import {
  deleteListener,
  insertListener,
  readListeners,
  requireListener,
  updateListenerRow,
} from '../../records/listeners/listeners.store.ts'

/** Each is a server of its own. */
const MAX_LISTENERS = 8

/** The further ports: those of the settings, then those that were added here. */
export const getListeners = (ports: ListeningPorts) =>
  query(get, async ({ queries }) => {
    const stored = await readListeners(queries)
    const plans = [...ports.fixed, ...stored.filter(({ port }) => !ports.isFixed(port))]
    return { listeners: plans.map((plan) => toListener(plan, ports)) }
  })

/** Opens a port, now and after every start. One that cannot be opened is kept, and says why. */
export const addListener = (ports: ListeningPorts) =>
  mutation(add, async (context, { body }) => {
    const { queries, record } = context
    const plan = planOf(body.port, body)
    const { port } = plan
    const stored = await readListeners(queries)
    if (ports.isFixed(port) || stored.some((one) => one.port === port))
      throw new AppError('ConflictError', `Port ${port} is a listener already.`)
    if (stored.length >= MAX_LISTENERS) throw exceedsLimit('listener', MAX_LISTENERS)
    await insertListener(queries, plan)
    record({ type: 'listener-added', data: { ...plan } })
    return opened(context, plan, ports)
  })

export const updateListener = (ports: ListeningPorts) =>
  mutation(update, async (context, { params: { port }, body }) => {
    const { queries, record } = context
    refuseFixed(ports, port)
    refuseOwn(context, port)
    const plan = planOf(port, body)
    const before = await requireListener(queries, port)
    await updateListenerRow(queries, plan)
    record({ type: 'listener-updated', data: { ...plan }, preData: { ...before } })
    return opened(context, plan, ports)
  })

export const removeListener = (ports: ListeningPorts) =>
  mutation(remove, async (context, { params: { port } }) => {
    const { queries, record, onPublished } = context
    refuseFixed(ports, port)
    refuseOwn(context, port)
    const before = await requireListener(queries, port)
    await deleteListener(queries, port)
    record({ type: 'listener-removed', preData: { ...before } })
    onPublished(() => ports.close(port))
  })

/** The schema has seen to it that they are versions. */
function planOf(
  port: number,
  { contract, strict }: { contract: string; strict?: string | null | undefined },
): ListenerPlan {
  const version = readContractVersion(contract)
  if (version === undefined) throw badData(`There is no version ${contract}`, '/body/contract')
  return { port, contract: version, strict: (strict && readContractVersion(strict)) || null }
}

function refuseFixed(ports: ListeningPorts, port: number): void {
  if (ports.isFixed(port))
    throw new AppError(
      'InvalidOperationError',
      `Port ${port} is of the settings or the command line: it is changed there.`,
    )
}

/** To close the port that the call came through would be to close it before it is answered. */
function refuseOwn({ caller }: MutationContext, port: number): void {
  if (caller.port === port)
    throw new AppError(
      'InvalidOperationError',
      `This was asked for through port ${port} itself: it is changed and removed through another one.`,
    )
}

/** What is answered of a port that is opened after the commit: how that went. */
function opened({ onPublished }: MutationContext, plan: ListenerPlan, ports: ListeningPorts): Listener {
  const listener = toListener(plan, ports)
  onPublished(async () => {
    await ports.open(plan)
    Object.assign(listener, toListener(plan, ports))
  })
  return listener
}

const toListener = ({ port, contract, strict }: ListenerPlan, ports: ListeningPorts): Listener => ({
  port,
  url: ports.urlOf(port),
  contract,
  strict,
  failure: ports.failureOf(port),
  fixed: ports.isFixed(port),
})
