import { get, type LimitsRequest } from './limits-request.ts'

const SCIM = '/scim/v2'
const userIds = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => ({ value: `user-${from + index}` }))
const members = (name: string, op: 'add' | 'remove', value: readonly object[]) => ({
  ...get(name, `${SCIM}/Groups/group-1`),
  method: 'PATCH',
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op, path: 'members', value }],
  },
})
/** Requests of an identity provider over 10,000 users, in short turns. */
export const SCIM_REQUESTS: LimitsRequest[] = [
  get('SCIM: users, the first page', `${SCIM}/Users?startIndex=1&count=100`),
  get('SCIM: users, the largest page', `${SCIM}/Users?count=10000`),
  get('SCIM: users, far on', `${SCIM}/Users?startIndex=9900&count=100`),
  get('SCIM: a user by name', `${SCIM}/Users?filter=userName%20eq%20%22person-09000%22`),
  get('SCIM: users by a part of the name', `${SCIM}/Users?filter=userName%20co%20%22son-0%22&count=200`),
  get('SCIM: groups with members', `${SCIM}/Groups?count=200`),
  get('SCIM: groups of a user', `${SCIM}/Groups?filter=members%20eq%20%22user-100%22`),
  members('SCIM: 1,000 members join a group', 'add', userIds(2, 1000)),
  get('SCIM: a group of 1,000', `${SCIM}/Groups/group-1`),
  members('SCIM: 1,000 members leave a group', 'remove', userIds(2, 1000)),
]
