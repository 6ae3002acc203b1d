import type { Outputs } from '#lib/api.ts'
import { DEMO_PROJECT, DEMO_PROJECTS } from './demo.ts'

type Project = Pick<Outputs['getProjects']['projects'][number], 'id' | 'onboardingStatus'>

/** Chooses the project for the first run: one with a flag that no SDK has asked for, the demo last; else the last visited. */
export function projectToStartWith<P extends Project>(
  projects: readonly P[],
  lastVisited: string,
): P | undefined {
  const waiting = projects.filter(({ onboardingStatus }) => onboardingStatus.status === 'first-flag-created')
  return (
    waiting.find(({ id }) => !DEMO_PROJECTS.has(id)) ??
    waiting.find(({ id }) => id === DEMO_PROJECT) ??
    projects.find(({ id }) => id === lastVisited) ??
    projects[0]
  )
}

/** Checks that no SDK has asked for a flag of any project yet. */
export const isBeforeFirstUse = (projects: readonly Project[]): boolean =>
  projects.length > 0 && projects.every(({ onboardingStatus }) => onboardingStatus.status !== 'onboarded')
