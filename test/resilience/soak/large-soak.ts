import { largeRequests, prepareLarge, type LargeRequest } from './large-requests.ts'
import { startSoaked, type SoakedService } from './soaked-service.ts'

/** Requests of one operation that are under way at a time. */
const AT_A_TIME = 4
/** Likewise, while all operations are asked for. */
const AT_A_TIME_TOGETHER = 40
const MB = 1_000_000
const EVERYBODY = 'everybody'
/** Callers without a user: their secrets may be public. */
const WITHOUT_USER: readonly string[] = ['SDK', 'frontend token']
/** Growth is that of an hour: a caller without a user may fill its allowance in its first minute. */
const MOST = { turnMs: 250, memoryMb: 600, growthMbOfHour: 60 }

/** Cost of the requests of an operation. */
export interface LargeOutcome {
  caller: LargeRequest['caller'] | typeof EVERYBODY
  operation: string
  requests: number
  /** Requests that were beyond a rate or a bound. */
  refused: number
  /** Processor time of the longest turn of the event loop. */
  turnMs: number
  /** Most memory that was resident, since the start. */
  memoryMb: number
  /** Growth of the database and its log. */
  growthMb: number
}

export interface LargeReport {
  outcomes: LargeOutcome[]
  faults: string[]
}

/** Asks each operation in turn for as much as its bounds allow, then all of them together. */
export async function largeSoak(
  { seconds }: { seconds: number },
  say: (line: string) => void = () => undefined,
): Promise<LargeReport> {
  const service = await startSoaked({ hasRates: true })
  const requests = largeRequests(await prepareLarge(service))
  const faults = new Map<string, string>()
  const outcomes: LargeOutcome[] = []
  const soak = async (told: Pick<LargeOutcome, 'caller' | 'operation'>, load: Load) => {
    const outcome = { ...told, ...(await outcomeOf(service, load, faults)) }
    outcomes.push(outcome)
    say(lineOf(outcome))
  }
  for (const one of requests) await soak(one, { requests: [one], atATime: AT_A_TIME, seconds })
  await soak(
    { caller: EVERYBODY, operation: 'all of these together' },
    { requests, atATime: AT_A_TIME_TOGETHER, seconds: 5 * seconds },
  )
  const ended = service.hasEnded ? ['the service has ended by itself'] : []
  const broken = await service.end()
  return { outcomes, faults: [...ended, ...faults.values(), ...broken, ...excessesOf(outcomes)] }
}

interface Load {
  requests: readonly LargeRequest[]
  atATime: number
  seconds: number
}

let sent = 0

async function outcomeOf(
  service: SoakedService,
  { requests, atATime, seconds }: Load,
  faults: Map<string, string>,
) {
  const count = { requests: 0, refused: 0 }
  const { bytes } = service
  const until = performance.now() + seconds * 1000
  const work = async () => {
    do {
      const { operation, request, refusals = [] } = requests[sent++ % requests.length] as LargeRequest
      const { status, text } = await service.send(request(sent))
      count.requests++
      if (status >= 300) count.refused++
      const wrong = `${operation}: ${status}`
      if (status >= 300 && !refusals.includes(status)) faults.set(wrong, `${wrong} ${text.slice(0, 300)}`)
    } while (performance.now() < until)
  }
  const turnMs = await service.longestTurnOf(async () => {
    await Promise.all(Array.from({ length: atATime }, work))
  })
  return { ...count, turnMs, memoryMb: service.peakMb, growthMb: (service.bytes - bytes) / MB }
}

/** Tells which outcomes are beyond the goals. */
function excessesOf(outcomes: readonly LargeOutcome[]): string[] {
  const excesses: string[] = []
  for (const outcome of outcomes) {
    if (outcome.turnMs > MOST.turnMs) excesses.push(`a turn is too long: ${lineOf(outcome)}`)
    if (outcome.memoryMb > MOST.memoryMb) excesses.push(`too much memory: ${lineOf(outcome)}`)
  }
  for (const caller of WITHOUT_USER) {
    const own = outcomes.filter((outcome) => outcome.caller === caller)
    const growth = own.reduce((sum, { growthMb }) => sum + growthMb, 0)
    if (growth > MOST.growthMbOfHour)
      excesses.push(`the disk grows by ${Math.round(growth)} MB for one ${caller}`)
  }
  return excesses
}

const lineOf = ({ caller, operation, requests, refused, turnMs, memoryMb, growthMb }: LargeOutcome) =>
  `| ${caller} | ${operation} | ${requests} (${refused} refused) | ${turnMs} ms | ${memoryMb} MB | ${growthMb.toFixed(1)} MB |`
