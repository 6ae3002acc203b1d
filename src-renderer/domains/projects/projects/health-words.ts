import { percentage } from '#ui/figures.ts'

interface Words {
  label: string
  explanation: string
  tone: 'neutral' | 'success' | 'warning' | 'danger'
}

/**
 * Describes the health of a project in words: the number says it, the colour only repeats it. A project
 * without flags has no health.
 */
export function healthInWords(health: number, flags: number): Words {
  if (flags === 0) return { label: 'no flags', explanation: 'There are no flags yet.', tone: 'neutral' }
  const debt = 100 - health
  return {
    label: percentage(health),
    explanation:
      debt === 0
        ? 'No flag is stale or past its expected lifetime.'
        : `${percentage(debt)} technical debt: flags that are stale or past their expected lifetime.`,
    tone: health >= 75 ? 'success' : health >= 40 ? 'warning' : 'danger',
  }
}
