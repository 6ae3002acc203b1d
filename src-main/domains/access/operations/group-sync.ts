import { badData, notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/group-sync.ts'
import { requireAccount } from '../access-simulator/judge-permissions.ts'
import { readNamedUsers } from '../users/users.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { groupFieldOf } from '../groups/group-field.ts'
import { readGroupSyncs } from '../single-sign-on/sign-ins.store.ts'
import { identityOfClaims } from '../single-sign-on/identity-of-claims.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { readUnverifiedClaims } from '../saml/read-assertion.ts'
import type { NamedUser } from '#shared/access/schemas/access-decision.ts'
import type { GroupSync } from '#shared/access/schemas/group-sync.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessFacts } from '../access/access-facts.ts'
import { describeSync } from '../groups/describe-sync.ts'
import { groupChanges } from '../groups/group-changes.ts'
import { BY_SSO } from '../groups/group.ts'
import { readLinkedGroups } from '../groups/groups.read-model.ts'
import { readGroupNames } from '../groups/read-group-names.ts'
import { isRecord } from '#shared/own-value.ts'

/** Answer of an identity provider that a person pasted, decoded and not verified. */
interface PastedAnswer {
  kind: 'id-token' | 'saml' | 'claims'
  claims: Record<string, unknown>
}

/** Reads an ID token, a SAML response as XML or base64, or claims as JSON. Throws 400 for anything else. */
async function readAnswer(text: string): Promise<PastedAnswer> {
  const pasted = text.trim()
  if (pasted.startsWith('{')) return { kind: 'claims', claims: claimsOf(pasted, 'This is not JSON') }
  const token = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(pasted)?.[1]
  if (token !== undefined)
    return {
      kind: 'id-token',
      claims: claimsOf(Buffer.from(token, 'base64url').toString('utf8'), 'The token holds no claims'),
    }
  const xml = pasted.startsWith('<') ? pasted : fromBase64(pasted)
  if (xml?.trimStart().startsWith('<')) {
    try {
      return { kind: 'saml', claims: await readUnverifiedClaims(xml) }
    } catch (error) {
      throw unreadable(messageOf(error))
    }
  }
  throw unreadable('Paste an ID token, a SAML response (XML or base64), or claims as JSON.')
}

function claimsOf(json: string, fault: string): Record<string, unknown> {
  let claims: unknown
  try {
    claims = JSON.parse(json)
  } catch (error) {
    throw unreadable(`${fault}: ${messageOf(error)}`)
  }
  if (!isRecord(claims)) throw unreadable('Claims are a JSON object.')
  return claims
}

/** Decodes the form field `SAMLResponse`, also where it was copied out of an address or a form. */
function fromBase64(text: string): string | undefined {
  const field = new URLSearchParams(text.replace(/^[^?]*\?/, '')).get('SAMLResponse')
  // a form writes + as %2B; a copied value has it as it is
  const encoded = (field ?? text).replaceAll(' ', '+').replace(/\s/g, '')
  return /^[A-Za-z0-9+/]+=*$/.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}

const unreadable = (text: string) => badData(text, '/body/answer')

/** Id that no user has: for somebody who would be created at sign-in. */
const NOBODY = 0

/** Computes what a sign-in with these claims would do to the groups of a user. Nothing is changed. */
async function rehearseSync(
  queries: Queries,
  facts: AccessFacts,
  { user, claims, path }: { user: NamedUser | null; claims: unknown; path: string },
): Promise<GroupSync> {
  const userId = user?.id ?? NOBODY
  const read = await readGroupNames(claims, path)
  const changes =
    read.names === undefined ? [] : groupChanges(await readLinkedGroups(queries, userId), read.names, BY_SSO)
  return describeSync(facts, { path, userId, read, changes })
}

/** Shows what a sign-in with a pasted answer would do to the groups of a user (docs/contract/access.md#group-sync). */
export const rehearseGroupSync = ({ access }: { access: AccessDirectory }) =>
  query(contract.rehearseGroupSync, async ({ visible }, { body }) => {
    const field = await groupFieldOf(body.groupJsonPath)
    if ('fault' in field) throw badData(field.fault, '/body/groupJsonPath')
    const { kind, claims } = await readAnswer(body.answer)
    const people = (await readNamedUsers(visible)).filter(({ accountType }) => accountType === 'User')
    const named = namedBy(claims)
    const user = people.find((one) =>
      body.userId === undefined
        ? named !== undefined && [one.email, one.username].some((login) => login?.toLowerCase() === named)
        : one.id === body.userId,
    )
    if (body.userId !== undefined && !user) throw notFound('No user found')
    const sync = await rehearseSync(visible, access.facts, {
      user: user ?? null,
      claims,
      path: body.groupJsonPath,
    })
    return { kind, claims, user: user ?? null, sync }
  })

/** The login that a sign-in would look for. */
function namedBy(claims: Record<string, unknown>): string | undefined {
  const { email, username } = identityOfClaims(claims)
  return (email ?? username)?.toLowerCase()
}

/** Lists how recent sign-ins changed the groups of a user: "why was I removed from QA?" */
export const getGroupSyncsOfUser = query(
  contract.getGroupSyncsOfUser,
  async ({ visible }, { params: { id } }) => {
    const user = await requireAccount(visible, 'user', id)
    return { syncs: await readGroupSyncs(visible, user.id) }
  },
)
