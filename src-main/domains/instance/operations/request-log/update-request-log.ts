import { updateRequestLog as update } from '#shared/instance/contract/request-log.ts'
import { mutation } from '#kernel/use-case.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import { REQUEST_LOG_SETTING, type RequestLog } from '../../records/request-log/request-log.ts'

/** Turns the request log on or off; it holds from the reply on, and over restarts. */
export const updateRequestLog = ({ requestLog }: { requestLog: RequestLog }) =>
  mutation(update, async ({ queries, record, onCommit }, { body: { enabled } }) => {
    const stored = await readSetting<{ enabled: boolean }>(queries, REQUEST_LOG_SETTING)
    const before = stored?.enabled ?? true
    if (enabled !== before) {
      await writeSetting(queries, REQUEST_LOG_SETTING, { enabled })
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
