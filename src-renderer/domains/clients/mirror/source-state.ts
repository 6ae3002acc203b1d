import type { MirrorState } from '#shared/clients/schemas/mirror.ts'

type Source = MirrorState['sources'][number]

/** State of a token of a mirror: followed, never answered, or served from what was there. */
interface SourceState {
  label: string
  tone: 'neutral' | 'success' | 'warning'
}

/** Words the state of a token of a mirror, in its window and in that of the desktop app. */
export function stateOf({ checkedAt, problem }: Pick<Source, 'checkedAt' | 'problem'>): SourceState {
  if (problem !== null) return { label: checkedAt === null ? 'no flags' : 'away', tone: 'warning' }
  return checkedAt === null ? { label: 'asking', tone: 'neutral' } : { label: 'up to date', tone: 'success' }
}
