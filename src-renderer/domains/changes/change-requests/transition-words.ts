import type { ChangeRequestState } from '#shared/changes/change-requests/index.ts'

interface Named {
  title: string
  environment: string
  state: ChangeRequestState
}

interface TransitionWords {
  title: string
  description: string
  /** Label of the button. */
  action: string
  /** Error title: what could not be done. */
  refused: string
  /** Success message; `state` is the resulting state. */
  done: (state: ChangeRequestState) => string
}

/** Texts of the dialog for each transition. */
export const TRANSITION_WORDS: Record<ChangeRequestState, (request: Named) => TransitionWords> = {
  Draft: ({ title }) => ({
    title,
    description: '',
    action: 'Keep as draft',
    refused: "Couldn't save the draft",
    done: () => 'Saved as draft',
  }),
  'In review': ({ title, environment }) => ({
    title: 'Send to review?',
    description: `Everyone who can see the project will see “${title}”. Users with permission can approve it in ${environment}.`,
    action: 'Send to review',
    refused: "Couldn't send it to review",
    done: () => 'Sent to review',
  }),
  Approved: ({ title }) => ({
    title: `Approve “${title}”?`,
    description: 'If its changes are edited later, it needs approval again.',
    action: 'Approve',
    refused: "Couldn't approve it",
    done: (state) => (state === 'Approved' ? 'Approved' : 'Approved by you. More approvals are needed.'),
  }),
  Applied: ({ title, environment }) => ({
    title: `Apply “${title}” in ${environment}?`,
    description: 'All changes are applied together, or none. SDKs follow within seconds.',
    action: 'Apply changes',
    refused: "Couldn't apply it",
    done: () => 'Changes applied',
  }),
  Scheduled: ({ title, state }) => ({
    title: state === 'Scheduled' ? `Reschedule “${title}”` : `Schedule “${title}”`,
    description: 'Applied automatically at this time unless the flags change first.',
    action: state === 'Scheduled' ? 'Reschedule' : 'Schedule',
    refused: "Couldn't schedule it",
    done: () => 'Scheduled',
  }),
  Rejected: ({ title }) => ({
    title: `Reject “${title}”?`,
    description: "This closes the request and can't be undone.",
    action: 'Reject',
    refused: "Couldn't reject it",
    done: () => 'Rejected',
  }),
  Cancelled: ({ title }) => ({
    title: `Cancel “${title}”?`,
    description: "This closes the request and can't be undone.",
    action: 'Cancel request',
    refused: "Couldn't cancel it",
    done: () => 'Cancelled',
  }),
}
