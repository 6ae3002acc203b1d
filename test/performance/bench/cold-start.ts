import { median } from './load.ts'
import { startProcess } from './start-process.ts'

/** Milliseconds from starting the process to the first good answer of /health: the median of some starts. */
export async function measureColdStart(serve: readonly string[], starts = 9): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const begun = performance.now()
    const { url, stop } = await startProcess(serve)
    const response = await fetch(`${url}/health`)
    if (!response.ok) throw new Error(`/health answers ${response.status}`)
    times.push(performance.now() - begun)
    await stop()
  }
  return median(times)
}
