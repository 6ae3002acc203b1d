import { addListener as add } from '#shared/versions/contract/listeners.ts'
import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'
import { insertListener, readListeners } from '../../records/listeners/listeners.store.ts'
import { planOf, openAfterCommit } from '../../records/listeners/listener-plan.ts'

/** Each is a server of its own. */
const MAX_LISTENERS = 8

/** Opens a port, now and after every start. One that cannot be opened is kept, and says why. */
export const addListener = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  mutation(add, async (context, { body }) => {
    const { queries, record } = context
    const plan = planOf(body.port, body)
    const { port } = plan
    const stored = await readListeners(queries)
    if (listeningPorts.isFixed(port) || stored.some((one) => one.port === port))
      throw new AppError('ConflictError', `Port ${port} is a listener already.`)
    if (stored.length >= MAX_LISTENERS) throw exceedsLimit('listener', MAX_LISTENERS)
    await insertListener(queries, plan)
    record({ type: 'listener-added', data: { ...plan } })
    return openAfterCommit(context, plan, listeningPorts)
  })
