const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Bodies as Microsoft Entra ID sends them ("Tutorial: Develop a SCIM endpoint"), names aside. */
export const entra = {
  createUser: (userName: string) => ({
    schemas: [USER, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    active: true,
    displayName: 'lennay',
    addresses: [],
    emails: [
      { type: 'home', value: `home-${userName}` },
      { type: 'work', value: userName, primary: true },
    ],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
    roles: [],
    phoneNumbers: [{ type: 'mobile', value: '+1 555 0100' }],
    [ENTERPRISE]: { department: 'Sales', manager: { value: '26118915' } },
  }),
  changeSeveral: {
    schemas: [PATCH],
    Operations: [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@contoso.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0101' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Support' },
    ],
  },
  /** Without the flag `aadOptscim062020`: a truth value as text, a capital letter in the operation. */
  deactivate: { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
  renameUser: (userName: string) => ({
    schemas: [PATCH],
    Operations: [{ op: 'Replace', path: 'userName', value: userName }],
  }),
  /** Parts of attributes as keys of one value, without a path. */
  dottedKeys: {
    schemas: [PATCH],
    Operations: [{ op: 'Add', value: { 'name.givenName': 'Ada', displayName: 'Ada L.', active: 'True' } }],
  },
  createGroup: (displayName: string) => ({
    schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName,
    meta: { resourceType: 'Group' },
  }),
  addMembers: (...ids: string[]) => ({
    schemas: [PATCH],
    Operations: [{ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }],
  }),
  /** The member is in the value, not in the path. */
  removeMember: (id: string) => ({
    schemas: [PATCH],
    Operations: [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }],
  }),
  renameGroup: (displayName: string) => ({
    schemas: [PATCH],
    Operations: [{ op: 'Replace', path: 'displayName', value: displayName }],
  }),
}

/** Bodies as Okta sends them ("Build a SCIM API service"), names aside. */
export const okta = {
  createUser: (userName: string) => ({
    schemas: [USER],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }),
  replaceUser: (userName: string, active = true) => ({
    schemas: [USER],
    id: 'sent-and-ignored',
    userName,
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work', display: userName }],
    active,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  deactivate: { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] },
  createGroup: (displayName: string, ...ids: string[]) => ({
    schemas: [GROUP],
    displayName,
    members: ids.map((value) => ({ value, display: `${value}@example.com` })),
  }),
  removeMember: (id: string) => ({
    schemas: [PATCH],
    Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }],
  }),
  renameGroup: (id: string, displayName: string) => ({
    schemas: [PATCH],
    Operations: [{ op: 'replace', value: { id, displayName } }],
  }),
  replaceMembers: (...ids: string[]) => ({
    schemas: [PATCH],
    Operations: [{ op: 'replace', path: 'members', value: ids.map((value) => ({ value })) }],
  }),
}
