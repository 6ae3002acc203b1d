import { AppError, notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/request-log.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import { REQUEST_LOG_SETTING, type RequestLog } from '../request-log/request-log.ts'

export const getRequestLog = ({ requestLog }: { requestLog: RequestLog }) =>
  query(contract.getRequestLog, async (_context, request) => requestLog.find(request.query))

export const getLoggedRequest = ({ requestLog }: { requestLog: RequestLog }) =>
  query(contract.getLoggedRequest, async (_context, { params: { id } }) => {
    const found = requestLog.read(id)
    if (!found) throw notFound(`The request log has no request ${id}, or no longer`)
    return found
  })

/** Forgets all requests. Nothing of it is stored, so there is no event. */
export const clearRequestLog = ({ requestLog }: { requestLog: RequestLog }) =>
  mutation(contract.clearRequestLog, async ({ onCommit }) => {
    onCommit(() => requestLog.clear())
  })

/** Turns the request log on or off; it holds from the reply on, and over restarts. */
export const updateRequestLog = ({ requestLog }: { requestLog: RequestLog }) =>
  mutation(contract.updateRequestLog, async ({ everything, record, onCommit }, { body: { enabled } }) => {
    const stored = await readSetting<{ enabled: boolean }>(everything, REQUEST_LOG_SETTING)
    const before = stored?.enabled ?? true
    if (enabled !== before) {
      await writeSetting(everything, REQUEST_LOG_SETTING, { enabled })
      record({
        type: 'request-log-updated',
        data: { name: REQUEST_LOG_SETTING, enabled },
        preData: { name: REQUEST_LOG_SETTING, enabled: before },
      })
      onCommit(() => requestLog.switch(enabled))
    }
    const { kept, recordsBodiesUntil, ...state } = requestLog.state
    return {
      ...state,
      enabled,
      kept: enabled ? kept : 0,
      recordsBodiesUntil: enabled ? recordsBodiesUntil : null,
    }
  })

/** Records bodies for some minutes. Nothing of it is stored: the log of the service says who asked for it. */
export const recordRequestBodies = ({ requestLog }: { requestLog: RequestLog }) =>
  mutation(contract.recordRequestBodies, async ({ caller, logger }, { body: { minutes } }) => {
    if (!requestLog.isOn)
      throw new AppError('ConflictError', 'The request log is off. Turn it on to record bodies.')
    requestLog.recordBodies(minutes)
    logger.info({ by: nameOf(caller.actor), minutes }, 'bodies of requests are recorded')
    return requestLog.state
  })
