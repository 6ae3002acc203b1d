import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/listeners.ts'
import {
  openAfterCommit,
  planOf,
  requireChangeable,
  requireOtherPort,
  toListener,
} from '../listeners/listener-plan.ts'
import {
  deleteListener,
  insertListener,
  readListeners,
  requireListener,
  updateListenerRow,
} from '../listeners/listeners.store.ts'
import type { ListeningPorts } from '../listeners/listening-ports.ts'

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
