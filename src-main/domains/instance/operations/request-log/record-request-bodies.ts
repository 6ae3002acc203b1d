import { recordRequestBodies as record } from '#shared/instance/contract/request-log.ts'
import { AppError } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import type { RequestLog } from '../../records/request-log/request-log.ts'

/** Records bodies for some minutes. Nothing of it is stored: the log of the service says who asked for it. */
export const recordRequestBodies = ({ requestLog }: { requestLog: RequestLog }) =>
  mutation(record, async ({ caller, logger }, { body: { minutes } }) => {
    if (!requestLog.isOn)
      throw new AppError('ConflictError', 'The request log is off. Turn it on to record bodies.')
    requestLog.recordBodies(minutes)
    logger.info({ by: nameOf(caller.actor), minutes }, 'bodies of requests are recorded')
    return requestLog.state
  })
