import { SYSTEM_USER_ID } from '#kernel/caller.ts'
import { NOT_STARTED } from '../milestones/milestone.ts'
import { FEATURE_NAME, type StoredTemplate } from './template.ts'

const ID = '01KC6TD3HASJWRPMKT1ACY8M3A'

/** The ids of its milestones and strategies follow from its own: a fresh instance is the same everywhere. */
const idOf = (kind: 'M' | 'S', index: number) => `${ID.slice(0, -2)}${kind}${index}`

/** The template that every fresh instance has (docs/contract/releases.md#rules). */
export const builtInTemplate = (createdAt: string): StoredTemplate => ({
  id: ID,
  name: 'Unleash Release Template',
  description: 'A built-in progressive rollout template with 25%, 50%, 75%, and 100% milestones.',
  project: null,
  createdByUserId: SYSTEM_USER_ID,
  createdAt,
  archivedAt: null,
  milestones: ['25', '50', '75', '100'].map((rollout, index) => ({
    id: idOf('M', index),
    definitionId: ID,
    name: `Rollout ${rollout}%`,
    sortOrder: index,
    intervalMinutes: null,
    ...NOT_STARTED,
    strategies: [
      {
        id: idOf('S', index),
        milestoneId: idOf('M', index),
        sortOrder: 0,
        title: null,
        disabled: false,
        name: 'flexibleRollout',
        parameters: { groupId: FEATURE_NAME, rollout, stickiness: 'default' },
        constraints: [],
        variants: [],
        segments: [],
      },
    ],
  })),
})
