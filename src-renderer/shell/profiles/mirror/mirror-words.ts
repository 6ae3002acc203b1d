import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import { counted } from '#ui/figures.ts'

type Source = MirrorState['sources'][number]

/** Words the state of a token of a mirror: never answered, followed, or served from what was there. */
export function badgeOf({ checkedAt, problem }: Pick<Source, 'checkedAt' | 'problem'>): {
  label: string
  tone: 'neutral' | 'success' | 'warning'
} {
  if (problem !== null) return { label: checkedAt === null ? 'no flags' : 'away', tone: 'warning' }
  return checkedAt === null ? { label: 'asking', tone: 'neutral' } : { label: 'up to date', tone: 'success' }
}

/** Says how far a mirror is: for how many of its tokens there are flags. */
export function progressOf(sources: readonly Pick<Source, 'checkedAt' | 'problem' | 'flags'>[]): {
  done: number
  isWhole: boolean
  text: string
} {
  const done = sources.filter(({ checkedAt }) => checkedAt !== null).length
  const failing = sources.filter(({ problem }) => problem !== null).length
  const isWhole = sources.length > 0 && done === sources.length
  if (sources.length === 0) return { done, isWhole, text: 'It has no token. Edit it and enter one.' }
  if (!isWhole)
    return { done, isWhole, text: `Flags of ${done} of ${counted(sources.length, 'token')} are here.` }
  if (failing === 0) return { done, isWhole, text: 'All flags are here.' }
  return { done, isWhole, text: `All flags are here. ${counted(failing, 'token')} cannot be followed now.` }
}

/** Names the projects of a token. */
export const projectsInWords = (projects: readonly string[]): string =>
  projects.includes('*') ? 'all projects' : projects.join(', ')
