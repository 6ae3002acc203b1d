import { api } from '#lib/api.ts'
import { queryClient } from '#lib/queries.ts'
import { signalKeys } from './signal-keys.ts'

const PACE_MS = 500

/** Reads again what is on the screen when signals come in or are refused; answers how to end it. */
export function followSignals(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const told = new Set<'signal' | 'repeated' | 'refused'>()
  const refresh = () => {
    timer = undefined
    for (const kind of told) {
      const touched: (readonly unknown[])[] =
        kind === 'refused' ? [signalKeys.refused] : [signalKeys.found, signalKeys.usage]
      touched.push(signalKeys.requests())
      for (const queryKey of touched) void queryClient.invalidateQueries({ queryKey })
    }
    told.clear()
  }
  const subscription = api.signalNews.subscribe(undefined, {
    onData: (news) => {
      for (const { kind } of news) told.add(kind)
      // show the first signal at once, and then at most two updates a second
      timer ??= setTimeout(refresh, PACE_MS)
    },
  })
  return () => {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}
