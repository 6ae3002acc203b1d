import { definitionOf } from '#shared/access/permissions/index.ts'
import {
  decide,
  explainDecision,
  hiddenProjects,
  type Grant,
  type Requirement,
  type Subject,
} from '#shared/access/rules/index.ts'
import type { AccessExpectation } from '#shared/insight/schemas/expectation.ts'
import { expectedInWords } from '#shared/insight/expectations/expectation-words.ts'
import { GrantIndex, type AccessFacts } from '#domains/access/access/access-facts.ts'
import { readAccessFacts } from '#domains/access/access/access.store.ts'
import { readNamedUsers } from '#domains/access/users/users.store.ts'
import type { Queries } from '#store/queries.ts'
import type { Outcome } from './check-flag.ts'

/** Member that a group is tried with: no user has this id. */
const SOMEBODY = -1

/** Access of an instance: users, groups and roles by name, with what they may do. */
export class AccessSources {
  readonly #facts: AccessFacts
  readonly #grants: GrantIndex
  readonly #users: ReadonlyMap<string, number>

  constructor(facts: AccessFacts, users: ReadonlyMap<string, number>) {
    this.#facts = facts
    this.#grants = new GrantIndex(facts)
    this.#users = users
  }

  /** Finds the one who is asked about, with all grants; undefined: there is none of that name. */
  subjectOf({ access: { user, group, role }, project }: AccessExpectation): Subject | undefined {
    const grants = user === undefined ? this.#grantsOf({ group, role, project }) : this.#grantsOfUser(user)
    if (grants === undefined) return undefined
    const { privateProjects, formerProjects } = this.#facts
    return {
      kind: 'user',
      id: SOMEBODY,
      name: user ?? group ?? role ?? '',
      grants,
      hidden: hiddenProjects(grants, privateProjects, formerProjects),
    }
  }

  #grantsOfUser(name: string): readonly Grant[] | undefined {
    const id = this.#users.get(name)
    return id === undefined ? undefined : this.#grants.of(id)
  }

  #grantsOf({ group, role, project }: Record<'group' | 'role' | 'project', string | undefined>) {
    const { groups, roles } = this.#facts
    const ofGroup = groups.find(({ name }) => name === group)
    if (ofGroup)
      return new GrantIndex({
        ...this.#facts,
        assignments: [],
        groups: [{ ...ofGroup, members: [SOMEBODY] }],
      }).of(SOMEBODY)
    const ofRole = roles.find(({ name }) => name === role)
    if (!ofRole) return undefined
    const { id, name, type, permissions } = ofRole
    const isOfProject = type === 'project' || type === 'custom'
    return [
      {
        role: { id, name, type },
        via: { kind: 'direct' as const },
        ...(isOfProject && project !== undefined ? { project } : {}),
        permissions,
      },
    ]
  }
}

/** Reads who may do what, changes of a transaction included. */
export async function readAccessSources(queries: Queries): Promise<AccessSources> {
  const users = new Map<string, number>()
  for (const { id, username, email } of await readNamedUsers(queries)) {
    if (email !== undefined && !users.has(email)) users.set(email, id)
    if (username !== undefined) users.set(username, id)
  }
  return new AccessSources(await readAccessFacts(queries), users)
}

/** Compares what somebody may do with an expectation, by the rules of real decisions. */
export function checkAccess(one: AccessExpectation, sources: AccessSources): Outcome {
  const subject = sources.subjectOf(one)
  if (subject === undefined) {
    const [kind = '', name = ''] = Object.entries(one.access)[0] ?? []
    return { passed: false, message: `there is no ${kind} ${name}`, explanation: [] }
  }
  const decision = decide(subject, requirementOf(one))
  const passed = decision.allowed === one.allowed
  const expected = expectedInWords(one)
  if (passed) return { passed, message: expected, explanation: [] }
  return {
    passed,
    message: `expected ${expected}, is ${decision.allowed ? 'allowed' : 'not allowed'}`,
    explanation: explainDecision(decision),
  }
}

function requirementOf({ permission, project, environment }: AccessExpectation): Requirement {
  const { scope } = definitionOf(permission)
  return {
    anyOf: [permission],
    // a root permission counts in a project only for those who see it
    ...(project === undefined ? {} : { project }),
    ...(scope === 'environment' && environment !== undefined ? { environment } : {}),
  }
}
