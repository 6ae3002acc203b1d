import { propertiesOfAnswers } from './properties.ts'
import { formerProperty } from './schema-properties.ts'

/**
 * Document, "Removed schema properties in v7": users said whether they are API tokens. Whoever is stored as a user is none;
 * an admin token that asks who it is, is one.
 */
export const USER_KINDS = propertiesOfAnswers({
  versions: '<7.0.0',
  places: {
    // user
    getMe: 'user',
    // user-admin
    getUsers: 'users/*',
    getUser: '',
    createUser: '',
    updateUser: '',
    searchUsers: '*',
    // access overview
    getAccessOverview: 'overview/*',
    getBaseUsersAndGroups: 'users/*',
    getUserPermissions: 'user',
    // project access, groups
    getProjectAccess: ['users/*', 'groups/*/users/*/user'],
    getProjectUsers: 'users/*',
    getGroups: 'groups/*/users/*/user',
    getGroup: 'users/*/user',
    createGroup: 'users/*/user',
    updateGroup: 'users/*/user',
    // invite-link tokens
    getAllPublicSignupTokens: 'tokens/*/users/*',
    getPublicSignupToken: 'users/*',
    createPublicSignupToken: 'users/*',
    updatePublicSignupToken: 'users/*',
    // simple login, sign-up by invitation
    login: '',
    addPublicSignupTokenUser: '',
  },
  adds: {
    isAPI: {
      schema: formerProperty('boolean', 'Whether this is an API token.', '5.3.0'),
      of: ({ type }) => type === 'admin',
    },
  },
})
