export interface FirstStep {
  title: string
  /** What it is good for. */
  why: string
  path: string
  done: boolean
}

type Status = 'onboarding-started' | 'first-flag-created' | 'onboarded'

/** The way from an empty project to an application that asks for its flags; none is left where one has asked. */
export function firstSteps(projectId: string, status: Status): FirstStep[] {
  if (status === 'onboarded') return []
  return [
    {
      title: 'Create a flag',
      why: 'A switch in your code that is set here, per environment.',
      path: `/projects/${projectId}`,
      done: status !== 'onboarding-started',
    },
    {
      title: 'Make an API token',
      why: 'What your application comes with: it opens the flags of one environment.',
      path: `/projects/${projectId}/tokens`,
      done: false,
    },
    {
      title: 'Connect an SDK',
      why: 'The page of a flag has the code for yours. Who asks for flags is listed here.',
      path: '/applications',
      done: false,
    },
  ]
}
