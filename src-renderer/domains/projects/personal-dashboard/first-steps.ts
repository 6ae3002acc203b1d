import type { Outputs } from '../../../lib/api.ts'

export interface FirstStep {
  title: string
  /** Why it is needed. */
  why: string
  path: string
  /** The page opens with its dialog for something new. */
  opensNew: boolean
  done: boolean
}

type Onboarding = Outputs['getPersonalDashboardProjectDetails']['onboardingStatus']

/** Steps from an empty project to an application that asks for its flags; none once an SDK has asked. */
export function firstSteps(projectId: string, onboarding: Onboarding, hasToken: boolean): FirstStep[] {
  if (onboarding.status === 'onboarded') return []
  const flag = onboarding.status === 'first-flag-created' ? onboarding.feature : undefined
  return [
    {
      title: 'Create a flag',
      why: 'A switch in your code. You set it here, per environment.',
      path: `/projects/${projectId}`,
      opensNew: flag === undefined,
      done: flag !== undefined,
    },
    {
      title: 'Create an API token',
      why: 'Your application sends it. It gives access to the flags of one environment.',
      path: `/projects/${projectId}/tokens`,
      opensNew: !hasToken,
      done: hasToken,
    },
    {
      title: 'Connect an SDK',
      why: flag ? 'Run this code in your application.' : 'The code appears here once there is a flag.',
      path: flag ? `/projects/${projectId}/features/${flag}` : `/projects/${projectId}`,
      opensNew: false,
      done: false,
    },
  ]
}
