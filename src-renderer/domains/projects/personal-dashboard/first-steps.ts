import { createFeature } from '../../../../src-shared/flags/contract/features.ts'
import { createProjectApiToken } from '../../../../src-shared/projects/contract/project-tokens.ts'
import type { Outputs } from '../../../lib/api.ts'
import { need, type Need } from '../../../lib/rights.svelte.ts'

export interface FirstStep {
  title: string
  /** Reason that it is needed. */
  why: string
  path: string
  /** The page opens with its dialog for something new. */
  opensNew: boolean
  done: boolean
  /** Right that the step needs. Absent: none. */
  needs?: Need
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
      needs: need(createFeature, { project: projectId }),
    },
    {
      title: 'Create an API token',
      why: 'Your application sends it. It gives access to the flags of one environment.',
      path: `/projects/${projectId}/tokens`,
      opensNew: !hasToken,
      done: hasToken,
      needs: need(createProjectApiToken, { project: projectId }),
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
