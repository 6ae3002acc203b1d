import { propertiesOfAnswers, TOKENS } from './properties.ts'

/**
 * Since 8.2 a token has `secure`: true if its secret can be read only once
 * (docs/contract/access.md#token-formats). Halyard always answers false.
 */
export const TOKEN_SECRECY = propertiesOfAnswers({
  versions: '>=8.2.0',
  places: TOKENS,
  adds: {
    secure: {
      schema: () => ({ type: 'boolean', description: 'Whether the secret was shown once, and is not kept.' }),
      of: () => false,
    },
  },
})

/**
 * Properties of profiles and of the project list that came with version 8. Earlier versions omit them (diff
 * of 7 and 8).
 */
export const PROFILE_BEFORE_8 = propertiesOfAnswers({
  versions: '<8.0.0',
  places: { getProfile: '' },
  drops: ['groups', 'canChangePassword'],
})

export const PROJECTS_BEFORE_8 = propertiesOfAnswers({
  versions: '<8.0.0',
  places: { getProjects: 'projects/*' },
  drops: ['onboardingStatus'],
})
