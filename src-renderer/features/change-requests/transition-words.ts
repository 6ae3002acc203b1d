import type { ChangeRequestState } from '../../../src-shared/change-requests/index.ts'

interface Named {
  title: string
  environment: string
  state: ChangeRequestState
}

interface TransitionWords {
  title: string
  description: string
  /** The verb on the button. */
  action: string
  /** What could not be done, when it was refused. */
  refused: string
  /** What is said when it was done; `state`: the one that came of it. */
  done: (state: ChangeRequestState) => string
}

/** What the dialog of each transition says. */
export const TRANSITION_WORDS: Record<ChangeRequestState, (request: Named) => TransitionWords> = {
  Draft: ({ title }) => ({
    title,
    description: '',
    action: 'Keep as draft',
    refused: 'It was not kept',
    done: () => 'It is a draft',
  }),
  'In review': ({ title, environment }) => ({
    title: 'Send to review?',
    description: `Everybody who sees the project then sees “${title}”, and who may approve in ${environment} can.`,
    action: 'Send to review',
    refused: 'It was not sent to review',
    done: () => 'It is in review',
  }),
  Approved: ({ title }) => ({
    title: `Approve “${title}”?`,
    description: 'If its changes are changed later, it has to be approved again.',
    action: 'Approve',
    refused: 'It was not approved',
    done: (state) =>
      state === 'Approved' ? 'It is approved' : 'Your approval is noted; others are needed, too',
  }),
  Applied: ({ title, environment }) => ({
    title: `Apply “${title}” in ${environment}?`,
    description: 'All of its changes are made together, or none. SDKs follow within seconds.',
    action: 'Apply changes',
    refused: 'It was not applied',
    done: () => 'The changes are applied',
  }),
  Scheduled: ({ title, state }) => ({
    title: state === 'Scheduled' ? `Reschedule “${title}”` : `Schedule “${title}”`,
    description:
      'Its changes are made by themselves when the time has come, unless what they are about changes before.',
    action: state === 'Scheduled' ? 'Reschedule' : 'Schedule',
    refused: 'It was not scheduled',
    done: () => 'It is scheduled',
  }),
  Rejected: ({ title }) => ({
    title: `Reject “${title}”?`,
    description: 'It is closed then, and cannot be opened again.',
    action: 'Reject',
    refused: 'It was not rejected',
    done: () => 'It is rejected',
  }),
  Cancelled: ({ title }) => ({
    title: `Cancel “${title}”?`,
    description: 'It is closed then, and cannot be opened again.',
    action: 'Cancel request',
    refused: 'It was not cancelled',
    done: () => 'It is cancelled',
  }),
}
