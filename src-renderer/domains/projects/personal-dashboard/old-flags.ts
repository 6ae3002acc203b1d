interface Flag {
  name: string
  project: string
  type: string
  createdAt: string
  stale: boolean
}
interface FlagType {
  id: string
  lifetimeDays: number | null
}

const DAY = 24 * 60 * 60 * 1000

/** Flags that are older than their type is expected to live, or marked as stale; the oldest first. */
export function oldFlags<F extends Flag>(flags: readonly F[], types: readonly FlagType[], now: Date): F[] {
  const lifetimes = new Map(types.map(({ id, lifetimeDays }) => [id, lifetimeDays]))
  const isOld = ({ type, createdAt, stale }: F) => {
    const days = lifetimes.get(type) ?? null
    return stale || (days !== null && Date.parse(createdAt) < now.getTime() - days * DAY)
  }
  return flags.filter(isOld).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}
